import { describe, expect, test } from 'vitest';

import { forwardParameters, proposal, split } from '../src/inputs';

describe('split', () => {
  test.each([
    ['x=float32[1,3,224,224]', ['x=float32[1,3,224,224]']],
    ['x=float32[1, 3] ids=int64[2,16]{0:100}', ['x=float32[1, 3]', 'ids=int64[2,16]{0:100}']],
    [' float32[2,3]; mask=bool[2] ', ['float32[2,3]', 'mask=bool[2]']],
    ['x=@batch.npy y=float16[]', ['x=@batch.npy', 'y=float16[]']],
    ['', []],
    ['x=float32', undefined],
    ['x = ', undefined],
  ])('%s', (text, expected) => {
    expect(split(text)).toEqual(expected);
  });
});

describe('forward parameters', () => {
  const text = `
class Block(nn.Module):
    def forward(self, x: Tensor, mask: Optional[Dict[str, Tensor]] = None, *args):
        return x

class Net(nn.Module):
    # a comment
    def __init__(self, n=3): ...
    def forward(
        self,
        input_ids,  # (batch, length), not more
        table: dict[str, int],
        scale=(1, 2),
    ):
        return input_ids

def forward(self, other): ...
class Empty(nn.Module):
    pass
`;

  test('are those of the class, without defaults', () => {
    expect(forwardParameters(text, 'Block')).toEqual(['x']);
    expect(forwardParameters(text, 'Net')).toEqual(['input_ids', 'table']);
  });

  test('are none where there is no forward', () => {
    expect(forwardParameters(text, 'Empty')).toEqual([]);
    expect(forwardParameters(text, 'Absent')).toEqual([]);
    expect(forwardParameters('class A(', 'A')).toEqual([]);
  });

  test('lead to a proposal', () => {
    expect(proposal(['x', 'input_ids'])).toBe('x=float32[1,3,224,224] input_ids=int64[1,16]{0:100}');
    expect(split(proposal([]))).toEqual(['x=float32[1,3,224,224]']);
  });
});
