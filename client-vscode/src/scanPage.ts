/** Runs inside the page of a scan: builds its lines, filters them, and tells the extension which one was chosen. */

import { COMPATIBILITIES, type Compatibility, type ScannedFile, type ScanReport, type Use } from './results';

interface Data {
  report: ScanReport;
  title: string;
  words: Record<string, string>;
}

declare function acquireVsCodeApi(): { postMessage(message: unknown): void };

const vscode = acquireVsCodeApi();
const { report, title, words } = JSON.parse(document.getElementById('data')?.textContent ?? '{}') as Data;
const shown = new Set<Compatibility>(COMPATIBILITIES);
const FEW = 400;
let wanted = '';

function word(key: string, value?: number): string {
  return (words[key] ?? key).replace('{0}', () => String(value ?? ''));
}

function element(tag: string, className: string, ...children: (string | Node)[]): HTMLElement {
  const made = document.createElement(tag);
  made.className = className;
  made.append(...children);
  return made;
}

function head(): HTMLElement {
  const { summary, target, mindspore } = report;
  const facts = [word('files', summary.files), word('uses', summary.uses), `${target} · MindSpore ${mindspore}`, `${summary.seconds.toFixed(1)} s`];
  const bar = element('div', 'bar', ...COMPATIBILITIES.map(chip), filter());
  return element('header', '', element('h1', '', title), element('div', 'dim', facts.join(' · ')), bar);
}

function chip(compatibility: Compatibility): HTMLElement {
  const count = report.summary.by_compatibility[compatibility] ?? 0;
  const made = element('button', `dot ${compatibility}`, `${word(compatibility)} `, element('b', '', String(count)));
  made.setAttribute('aria-pressed', 'true');
  made.addEventListener('click', () => {
    const on = !shown.delete(compatibility);
    if (on) {
      shown.add(compatibility);
    }
    made.setAttribute('aria-pressed', String(on));
    list();
  });
  return made;
}

function filter(): HTMLElement {
  const made = document.createElement('input');
  made.type = 'search';
  made.placeholder = word('filter');
  made.addEventListener('input', () => {
    wanted = made.value.trim().toLowerCase();
    list();
  });
  return made;
}

function matches(file: ScannedFile, use: Use): boolean {
  const text = `${file.path} ${use.api} ${use.mindspore ?? ''}`.toLowerCase();
  return shown.has(use.compatibility) && text.includes(wanted);
}

const area = element('div', '');

function list(): void {
  const files = report.files
    .map((file) => ({ file, uses: file.uses.filter((use) => matches(file, use)) }))
    .filter(({ file, uses }) => uses.length > 0 || (wanted === '' && file.problems.length > 0));
  const total = files.reduce((sum, { uses }) => sum + uses.length, 0);
  area.replaceChildren(...files.map(({ file, uses }) => section(file, uses, total <= FEW)));
  if (files.length === 0) {
    area.append(element('p', 'dim', word('none')));
  }
}

/** A file's lines, which are made when it is first opened: a large project has very many. */
function section(file: ScannedFile, uses: Use[], open: boolean): HTMLElement {
  const made = document.createElement('details');
  const count = element('span', 'dim', word('uses', uses.length));
  made.append(element('summary', '', element('code', '', file.path), count));
  const fill = (): void => {
    if (made.open && made.childElementCount === 1) {
      made.append(...file.problems.map(problem), ...(uses.length > 0 ? [table(file, uses)] : []));
    }
  };
  made.addEventListener('toggle', fill);
  made.open = open;
  fill();
  return made;
}

function problem(each: ScannedFile['problems'][number]): HTMLElement {
  const text = typeof each === 'string' ? each : (each.message ?? JSON.stringify(each));
  return element('p', 'problem', text);
}

function table(file: ScannedFile, uses: Use[]): HTMLElement {
  const heads = ['line', 'torch', 'mindspore', 'note', 'fix'].map((key) => element('th', '', word(key)));
  return element('table', '', element('tr', '', ...heads), ...uses.map((use) => row(file, use)));
}

/** A message with what stands between backticks as code. */
function worded(message: string): (string | Node)[] {
  return message.split('`').map((part, index) => (index % 2 === 1 ? element('code', '', part) : part));
}

function row(file: ScannedFile, use: Use): HTMLElement {
  const api = element('td', `dot ${use.compatibility}`, element('code', '', use.api));
  const notes = use.notes.map((note) => element('div', '', ...worded(note.message)));
  const made = element(
    'tr',
    '',
    element('td', 'dim', String(use.line)),
    api,
    element('td', '', element('code', '', use.mindspore ?? '–')),
    element('td', 'dim', ...notes),
    element('td', 'dim', use.fix === 'none' ? '' : word(use.fix)),
  );
  made.tabIndex = 0;
  made.title = word(use.compatibility);
  const choose = (): void => {
    const { line, column, end_line, end_column } = use;
    vscode.postMessage({ path: file.path, line, column, end_line, end_column });
  };
  made.addEventListener('click', choose);
  made.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') {
      choose();
    }
  });
  return made;
}

document.querySelector('main')?.append(head(), area);
list();
