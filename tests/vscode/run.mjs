// Packages the extension, starts VS Code with it and lets a user's hands work: `npm run test:vscode`.
//   --update-screenshots   keeps the pictures that the documentation shows in docs/screenshots (else build/vscode-test/shots)
//   --only NAME,…          runs these checks alone
//   --no-package           takes mindport.vsix as it is
// MINDPORT_TEST_PYTHON names the interpreter that has MindPort and both frameworks; by default that of .venv.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { MAIN, MISSING, settingsWriter, UNTRUSTED } from './checks.mjs';
import { BUILD, install, open, ROOT } from './editor.mjs';

const args = process.argv.slice(2);
const update = args.includes('--update-screenshots');
const only = args.includes('--only') ? args[args.indexOf('--only') + 1].split(',') : undefined;
const PYTHON = process.env.MINDPORT_TEST_PYTHON ?? join(ROOT, '.venv', 'bin', 'python');
const VSIX = join(ROOT, 'mindport.vsix');
const SHOTS = join(BUILD, 'shots');
const KEPT = join(ROOT, 'docs', 'screenshots');
const results = [];

function say(text) {
  console.log(text);
}

/** Lets the checks pass one after the other; `settings` makes the settings of the machine for a workspace. */
async function session(name, checks, settings, options = {}) {
  const wanted = checks.filter((each) => only === undefined || only.includes(each.name));
  if (wanted.length === 0) {
    return;
  }
  const folder = join(BUILD, `workspace-${name}`, 'project');
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(ROOT, 'tests', 'vscode', 'workspace'), folder, { recursive: true });
  const start = Date.now();
  let editor;
  try {
    editor = await open({ vsix: VSIX, folder, settings: { 'mindport.target': 'cpu', ...settings(folder) }, name, ...options });
  } catch (error) {
    wanted.forEach((each) => record(each.name, start, error));
    return;
  }
  say(`# VS Code for ${name}: ${seconds(start)} s`);
  const { page } = editor;
  const shoot = async (shot, { keep = false, height } = {}) => {
    await page.waitForTimeout(500); // what fades in has come
    await page.screenshot({ path: join(keep && update ? KEPT : SHOTS, `${shot}.png`), ...cut(page, height) });
  };
  const writer = settingsWriter(join(BUILD, `data-${name}`, 'Machine', 'settings.json'));
  try {
    for (const each of wanted) {
      const begin = Date.now();
      try {
        await each.run({ page, folder, shoot, settings: writer, expect, server: editor.server });
        record(each.name, begin);
      } catch (error) {
        await page.screenshot({ path: join(SHOTS, `failed-${each.name}.png`) }).catch(() => undefined);
        record(each.name, begin, error);
        await page.keyboard.press('Escape').catch(() => undefined);
      }
    }
  } finally {
    await editor.close();
  }
}

/** The upper part of the window alone, where the rest is empty. */
function cut(page, height) {
  return height === undefined ? {} : { clip: { x: 0, y: 0, width: page.viewportSize().width, height } };
}

function expect(holds, otherwise) {
  if (!holds) {
    throw new Error(otherwise);
  }
}

function record(name, begin, error) {
  const text = error === undefined ? undefined : String(error?.stack ?? error);
  results.push({ name, ok: error === undefined, seconds: Number(seconds(begin)), error: text });
  say(`${error === undefined ? 'ok    ' : 'FAILED'} ${name} (${seconds(begin)} s)${text === undefined ? '' : `\n${text}`}`);
}

function seconds(begin) {
  return ((Date.now() - begin) / 1000).toFixed(1);
}

/** An environment without packages in the workspace, and the command that stands for `pip install mindport` in it. */
function bare(folder) {
  const place = join(folder, '.venv');
  checked(PYTHON, ['-m', 'venv', '--without-pip', place]);
  const where = "import sysconfig; print(sysconfig.get_paths()['purelib'])";
  const to = checked(join(place, 'bin', 'python'), ['-c', where]).trim();
  const from = checked(PYTHON, ['-c', where]).trim();
  const paths = [join(ROOT, 'server'), from].join('\\n');
  return {
    'mindport.interpreter': '.venv/bin/python',
    'mindport.installCommand': `printf '${paths}\\n' > ${join(to, 'mindport.pth')} && echo Successfully installed mindport`,
  };
}

function checked(command, argv) {
  const done = spawnSync(command, argv, { cwd: ROOT, encoding: 'utf8' });
  if (done.status !== 0) {
    throw new Error(`${command} ${argv.join(' ')}: ${done.error ?? done.stderr ?? done.status}`);
  }
  return done.stdout;
}

async function main() {
  if (!existsSync(PYTHON)) {
    throw new Error(`${PYTHON} does not exist; name an interpreter with MindPort in MINDPORT_TEST_PYTHON`);
  }
  if (update && spawnSync('fc-list', [':lang=zh'], { encoding: 'utf8' }).stdout === '') {
    throw new Error('the pictures show Chinese, for which no font is installed (such as fonts-wqy-microhei)');
  }
  mkdirSync(update ? KEPT : SHOTS, { recursive: true });
  mkdirSync(SHOTS, { recursive: true });
  install(say);
  if (!args.includes('--no-package')) {
    checked('npm', ['run', '--silent', 'package']);
  }
  const ready = () => ({ 'mindport.interpreter': PYTHON });
  await session('main', MAIN, ready);
  await session('missing', MISSING, bare);
  await session('untrusted', UNTRUSTED, ready, { trustOff: false });
}

const begin = Date.now();
try {
  await main();
} catch (error) {
  record('set-up', begin, error);
}
writeFileSync(join(BUILD, 'report.json'), JSON.stringify(results, undefined, 2));
const failed = results.filter((each) => !each.ok).length;
say(`# ${seconds(begin)} s`);
say(`${results.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 && results.length > 0 ? 0 : 1;
