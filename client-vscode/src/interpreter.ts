/** Which Python runs the server, and whether MindPort is installed there. */

import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, isAbsolute, join, resolve } from 'node:path';

export interface Wishes {
  /** The setting `mindport.interpreter`. */
  setting: string;
  /** What is selected in the Python extension, if it is there. */
  selected: string | undefined;
  /** The first folder of the workspace. */
  folder: string | undefined;
}

/** The interpreter that the wishes lead to: the setting, the selected one, the first on the path. */
export async function choose(
  wishes: Wishes,
  onPath: (names: readonly string[]) => Promise<string | undefined> = findOnPath,
): Promise<string | undefined> {
  if (wishes.setting.trim() !== '') {
    return expand(wishes.setting.trim(), wishes.folder);
  }
  if (wishes.selected !== undefined && wishes.selected !== '') {
    return wishes.selected;
  }
  return onPath(process.platform === 'win32' ? ['python.exe', 'python3.exe'] : ['python3', 'python']);
}

/** A path as written in a setting, made absolute. A bare name such as `python3.11` is left to the path. */
export function expand(path: string, folder: string | undefined, home: string = homedir()): string {
  let full = path.replace(/^~(?=$|[\\/])/, () => home);
  if (folder !== undefined) {
    full = full.replaceAll('${workspaceFolder}', () => folder);
  }
  const bare = !/[\\/]/.test(full);
  return bare || isAbsolute(full) || folder === undefined ? full : resolve(folder, full);
}

export async function findOnPath(
  names: readonly string[],
  path: string = process.env.PATH ?? '',
): Promise<string | undefined> {
  for (const name of names) {
    for (const directory of path.split(delimiter).filter((each) => each !== '')) {
      const candidate = join(directory, name);
      if (await isExecutable(candidate)) {
        return candidate;
      }
    }
  }
  return undefined;
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export type Probe =
  | { kind: 'ready'; version: string; python: string }
  | { kind: 'missing'; python: string }
  | { kind: 'broken'; reason: string };

/** Whether MindPort can run on a Python of this version. */
export function supported(python: string): boolean {
  const [major, minor] = python.split('.').map(Number);
  return major === 3 && minor !== undefined && minor >= 10 && minor <= 12;
}

const PROBE = `
import json, sys
found = {"python": "%d.%d.%d" % sys.version_info[:3]}
try:
    import mindport
    found["mindport"] = getattr(mindport, "__version__", None)
except ModuleNotFoundError as error:
    if (error.name or "").split(".")[0] != "mindport":
        raise
print(json.dumps(found))
`;

/**
 * Asks an interpreter whether it can import MindPort. `cwd` must be a folder that holds no Python files: Python would
 * take them for modules.
 */
export function probe(python: string, cwd: string, seconds = 30): Promise<Probe> {
  return new Promise((done) => {
    execFile(python, ['-c', PROBE], { cwd, timeout: seconds * 1000, windowsHide: true }, (error, stdout, stderr) => {
      done(error === null ? read(stdout) : { kind: 'broken', reason: lastLine(stderr) || error.message });
    });
  });
}

function read(stdout: string): Probe {
  try {
    const found = JSON.parse(lastLine(stdout)) as { python: string; mindport?: string | null };
    if (found.mindport === undefined || found.mindport === null) {
      return { kind: 'missing', python: found.python };
    }
    return { kind: 'ready', version: found.mindport, python: found.python };
  } catch {
    return { kind: 'broken', reason: stdout.trim().slice(0, 200) };
  }
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1)?.trim() ?? '';
}

/** The command line that installs MindPort: the user's own with `${python}` filled in. */
export function installLine(command: string, python: string): string {
  const quoted = /^[\w@%+=:,./\\-]+$/.test(python) ? python : `"${python}"`;
  return command.replaceAll('${python}', () => quoted);
}
