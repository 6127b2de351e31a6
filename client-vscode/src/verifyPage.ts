/** The report of a check as a page. */

import { escape, page } from './html';
import type { Deviation, VerifyReport } from './results';

/** Localises a text; `{0}` stands for the first argument. */
export type Say = (text: string, ...parts: string[]) => string;

export interface Checked {
  name: string;
  file: string;
  build: string;
  inputs: readonly string[];
  mode: string;
}

const STYLE = `
.verdict { display: flex; gap: 0.8rem; align-items: baseline; border-left: 4px solid var(--info); padding: 0.6rem 1rem; margin: 1rem 0;
  background: var(--vscode-textBlockQuote-background); }
.verdict b { font-size: 1.25em; }
.equivalent { border-color: var(--ok); } .different { border-color: var(--bad); } .inconclusive { border-color: var(--warn); }
.equivalent b { color: var(--ok); } .different b { color: var(--bad); } .inconclusive b { color: var(--warn); }
td, th { padding-right: 0.7em; } td:last-child, th:last-child { padding-right: 0; }
.yes { color: var(--ok); } .no { color: var(--bad); } tr.first { background: var(--vscode-inputValidation-errorBackground); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.15rem 1.2rem; margin: 0.6rem 0; }
dt { color: var(--dim); } dd { margin: 0; }
`;

export function verdictText(report: VerifyReport, say: Say): string {
  switch (report.verdict) {
    case 'equivalent':
      return say('Equivalent');
    case 'different':
      return say('Different');
    case 'inconclusive':
      return say('No verdict');
  }
}

/** Why, or how far apart: what follows the verdict. */
export function because(report: VerifyReport, say: Say): string {
  if (report.verdict === 'equivalent') {
    const worst = largest([...report.outputs, ...report.gradients]);
    return worst === undefined ? '' : say('largest difference {0}', figure(worst));
  }
  const reason = report.message ?? report.reason ?? '';
  if (report.verdict === 'different' && report.first_divergence) {
    return [reason, say('first in {0}', report.first_divergence)].filter((each) => each).join('; ');
  }
  return reason;
}

function largest(rows: readonly Deviation[]): number | undefined {
  const values = rows.map((row) => row.max_abs).filter((value) => value !== null);
  return values.length === 0 ? undefined : Math.max(...values);
}

export function figure(value: number | null): string {
  if (value === null) {
    return '–';
  }
  return value === 0 ? '0' : Math.abs(value) >= 1e-3 && Math.abs(value) < 1e4 ? value.toPrecision(3) : value.toExponential(1);
}

export function verifyPage(report: VerifyReport, checked: Checked, say: Say, language: string): string {
  const sections = [
    table(say('Outputs'), report.outputs, report, say),
    table(say('Layers'), report.layers, report, say),
    table(say('Gradients'), report.gradients, report, say),
    table(say('State after the run'), report.state ?? [], report, say),
  ];
  const body = `
<h1>${escape(checked.name)}</h1>
<p class="dim">${escape(checked.file)}</p>
<div class="verdict ${report.verdict}"><b>${escape(verdictText(report, say))}</b> <span>${escape(because(report, say))}</span></div>
${report.detail ? `<pre>${escape(report.detail)}</pre>` : ''}
<dl>${facts(report, checked, say)
    .map(([name, value]) => `<dt>${escape(name)}</dt><dd>${value}</dd>`)
    .join('')}</dl>
${report.trace ? `<h2>${escape(say('What went wrong'))}</h2><pre>${escape(report.trace)}</pre>` : ''}
${sections.join('')}`;
  return page({ title: checked.name, body, style: STYLE, language });
}

function facts(report: VerifyReport, checked: Checked, say: Say): [string, string][] {
  const code = (text: string): string => `<code>${escape(text)}</code>`;
  const versions = Object.entries(report.versions).map(([name, version]) => `${name} ${version}`);
  const rows: [string, string][] = [
    [say('Built by'), code(checked.build)],
    [say('Inputs'), checked.inputs.map(code).join('<br>') || '–'],
    [say('Mode'), escape(checked.mode)],
    [say('Versions'), escape(versions.join(' · ')) || '–'],
    [say('Time'), `${report.seconds.toFixed(1)} s`],
  ];
  if (report.stand_ins.length > 0) {
    rows.push([say('Stand-ins'), report.stand_ins.map((each) => code(each)).join('<br>')]);
  }
  for (const note of report.notes ?? []) {
    rows.push([say('Note'), escape(note)]);
  }
  return rows;
}

function table(title: string, rows: readonly Deviation[], report: VerifyReport, say: Say): string {
  if (rows.length === 0) {
    return '';
  }
  const heads = ['', say('Shape')].map((head) => `<th>${escape(head)}</th>`).join('');
  const figures = [say('Difference'), say('Relative'), say('Cosine'), ''];
  const numbers = figures.map((head) => `<th class="number">${escape(head)}</th>`).join('');
  const lines = rows.map((row) => line(row, row.name === report.first_divergence, say));
  return `<h2>${escape(title)} (${rows.length})</h2><table><tr>${heads}${numbers}</tr>${lines.join('')}</table>`;
}

function line(row: Deviation, first: boolean, say: Say): string {
  const cells = [row.max_abs, row.max_rel, row.cosine].map((value) => `<td class="number">${figure(value)}</td>`);
  const [mark, words] = row.within ? ['✓', say('within tolerance')] : ['✗', say('beyond tolerance')];
  const within = `<span class="${row.within ? 'yes' : 'no'}" title="${escape(words)}">${mark}</span>`;
  const note = row.note ? `<div class="dim">${escape(row.note)}</div>` : '';
  return `<tr${first ? ' class="first"' : ''}><td><code>${escape(row.name)}</code>${note}</td>
<td class="dim">${escape(`${row.dtype}[${row.shape.join(',')}]`)}</td>${cells.join('')}<td class="number">${within}</td></tr>`;
}
