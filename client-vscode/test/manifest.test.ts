import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

interface Manifest {
  contributes: {
    commands: { command: string }[];
    configuration: { properties: Record<string, { scope: string; default: unknown }> };
  };
  capabilities: { untrustedWorkspaces: { restrictedConfigurations: string[] } };
}

const root = join(import.meta.dirname, '..', '..');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
const sources = readdirSync(join(root, 'client-vscode/src')).map((name) => readFileSync(join(root, 'client-vscode/src', name), 'utf8'));

test('every command that is contributed is registered', () => {
  const registered = sources.flatMap((code) => [...code.matchAll(/(?:registerCommand|asking)\(\s*'([\w.]+)'/g)].map((each) => each[1]));

  expect(manifest.contributes.commands.map((each) => each.command).sort()).toEqual(registered.sort());
});

test('no command has the name of one of the server, which the language client registers', () => {
  const ours = manifest.contributes.commands.map((each) => each.command);

  expect(ours.filter((name) => /migrateFile|scanProject|verifyClass|explain/.test(name))).toEqual([]);
});

test('settings that name programs are taken from trusted workspaces only', () => {
  const programs = Object.entries(manifest.contributes.configuration.properties)
    .filter(([, setting]) => setting.scope === 'machine-overridable')
    .map(([name]) => name);

  expect(manifest.capabilities.untrustedWorkspaces.restrictedConfigurations.sort()).toEqual(programs.sort());
});
