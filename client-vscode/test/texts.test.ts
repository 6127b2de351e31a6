import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const json = (path: string): Record<string, string> => JSON.parse(read(path)) as Record<string, string>;
const placeholders = (text: string): string[] => [...text.matchAll(/\{\d+\}|\$\{\w+\}/g)].map((each) => each[0]).sort();

function textsInCode(): string[] {
  const files = readdirSync(join(root, 'client-vscode/src')).map((name) => read(`client-vscode/src/${name}`));
  const calls = files.flatMap((code) => [...code.matchAll(/\b(?:t|say)\(\s*(?:'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)")/g)]);
  return [...new Set(calls.map((each) => each[1] ?? each[2] ?? ''))].sort();
}

test('every text of the code has a Chinese one, and no other is kept', () => {
  expect(Object.keys(json('client-vscode/l10n/bundle.l10n.zh-cn.json')).sort()).toEqual(textsInCode());
});

test('Chinese texts have the placeholders of the English ones', () => {
  const bundle = json('client-vscode/l10n/bundle.l10n.zh-cn.json');
  const differing = Object.entries(bundle).filter(([en, zh]) => placeholders(en).join() !== placeholders(zh).join());

  expect(differing).toEqual([]);
});

test('the manifest is worded in both languages', () => {
  const used = [...new Set([...read('package.json').matchAll(/"%([\w.-]+)%"/g)].map((each) => each[1]))].sort();

  expect(Object.keys(json('package.nls.json')).sort()).toEqual(used);
  expect(Object.keys(json('package.nls.zh-cn.json')).sort()).toEqual(used);
});

test('no Chinese text of the manifest is left in English', () => {
  const [english, chinese] = [json('package.nls.json'), json('package.nls.zh-cn.json')];

  expect(Object.keys(english).filter((key) => english[key] === chinese[key] && key !== 'config.target.cpu' && key !== 'config.target.gpu')).toEqual([]);
});
