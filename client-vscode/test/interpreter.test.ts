import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import { choose, expand, findOnPath, installLine, probe, supported } from '../src/interpreter';

const empty = mkdtempSync(join(tmpdir(), 'mindport-'));
const nobody = (): Promise<undefined> => Promise.resolve(undefined);

describe('choose', () => {
  test('the setting comes first, then the selected one, then the path', async () => {
    const path = (): Promise<string> => Promise.resolve('/path/python3');

    expect(await choose({ setting: '/set/python', selected: '/chosen/python', folder: '/p' }, path)).toBe('/set/python');
    expect(await choose({ setting: '', selected: '/chosen/python', folder: '/p' }, path)).toBe('/chosen/python');
    expect(await choose({ setting: ' ', selected: undefined, folder: '/p' }, path)).toBe('/path/python3');
    expect(await choose({ setting: '', selected: '', folder: undefined }, nobody)).toBeUndefined();
  });

  test('finds what is on the path', async () => {
    writeFileSync(join(empty, 'python3'), '');
    expect(await findOnPath(['python3'], empty)).toBeUndefined();
    chmodSync(join(empty, 'python3'), 0o755);

    expect(await findOnPath(['python9', 'python3'], `/nowhere:${empty}`)).toBe(join(empty, 'python3'));
  });
});

describe('expand', () => {
  test.each([
    ['.venv/bin/python', '/p/.venv/bin/python'],
    ['${workspaceFolder}/env/python', '/p/env/python'],
    ['~/env/bin/python', '/h/env/bin/python'],
    ['/usr/bin/python3', '/usr/bin/python3'],
    ['python3.11', 'python3.11'],
  ])('%s', (path, expected) => {
    expect(expand(path, '/p', '/h')).toBe(expected);
  });
});

describe('probe', () => {
  test('an interpreter that does not exist is broken', async () => {
    expect((await probe('/nowhere/python', empty)).kind).toBe('broken');
  });

  test('an interpreter without MindPort is told by its version', async () => {
    const python = script('echo \'{"python": "3.11.2"}\'');

    expect(await probe(python, empty)).toEqual({ kind: 'missing', python: '3.11.2' });
  });

  test('one that fails says why in one line', async () => {
    const python = script('printf "Traceback\\nImportError: no pygls\\n" >&2; exit 1');

    expect(await probe(python, empty)).toEqual({ kind: 'broken', reason: 'ImportError: no pygls' });
  });

  test('what Python prints before does not matter', async () => {
    const python = script('echo hello; echo \'{"python": "3.11.2", "mindport": "0.1.0"}\'');

    expect(await probe(python, empty)).toEqual({ kind: 'ready', version: '0.1.0', python: '3.11.2' });
  });

  test('a real Python without MindPort', async () => {
    const python = execFileSync('sh', ['-c', 'command -v python3']).toString().trim();
    const clean = script(`exec ${python} -I -S "$@"`);

    expect((await probe(clean, empty)).kind).toBe('missing');
  });
});

test('Python 3.10 to 3.12 will do', () => {
  expect(['3.9.18', '3.10.0', '3.12.4', '3.13.1', '2.7.18', ''].map(supported)).toEqual([false, true, true, false, false, false]);
});

describe('the command that installs', () => {
  test('names the interpreter, quoted where needed', () => {
    expect(installLine('${python} -m pip install mindport', '/p/bin/python')).toBe('/p/bin/python -m pip install mindport');
    expect(installLine('${python} -m pip', '/my env/python')).toBe('"/my env/python" -m pip');
    expect(installLine('uv pip install mindport', '/p')).toBe('uv pip install mindport');
  });
});

function script(body: string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'mindport-')), 'python');
  writeFileSync(path, `#!/bin/sh\n${body}\n`);
  chmodSync(path, 0o755);
  return path;
}
