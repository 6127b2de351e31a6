/** "Scan Project": the report of all torch uses, as a page whose lines lead into the code. */

import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as vscode from 'vscode';

import { embedded, page } from './html';
import { SCAN_STYLE } from './scanStyle';
import type { ScanReport, Use } from './results';
import type { Server } from './server';

type Place = Pick<Use, 'line' | 'column' | 'end_line' | 'end_column'> & { path: string };

export async function scan(server: Server, extension: vscode.Uri, given?: vscode.Uri): Promise<void> {
  const folder = given ?? (await chooseFolder());
  if (folder === undefined || !(await server.ready())) {
    return;
  }
  const name = basename(folder.fsPath);
  const title = vscode.l10n.t('Scanning {0}', name);
  const report = await server.run<ScanReport>(title, 'mindport.scanProject', { uri: folder.toString() });
  await show(report, name, folder, extension);
}

async function chooseFolder(): Promise<vscode.Uri | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const only = folders.length > 1 ? await vscode.window.showWorkspaceFolderPick() : folders[0];
  return only?.uri;
}

async function show(report: ScanReport, name: string, folder: vscode.Uri, extension: vscode.Uri): Promise<void> {
  const title = vscode.l10n.t('torch in {0}', name);
  const options = { enableScripts: true, enableFindWidget: true, retainContextWhenHidden: true, localResourceRoots: [] };
  const panel = vscode.window.createWebviewPanel('mindport.scan', title, vscode.ViewColumn.Active, options);
  panel.webview.onDidReceiveMessage((place: Place) => reveal(folder, place));
  const script = await readFile(join(extension.fsPath, 'client-vscode', 'dist', 'scanPage.js'), 'utf8');
  const nonce = randomBytes(16).toString('base64url');
  const data = embedded({ report, title, words: words() });
  const body = `<main></main>
<script type="application/json" id="data">${data}</script>
<script nonce="${nonce}">${script}</script>`;
  panel.webview.html = page({ title, body, style: SCAN_STYLE, nonce, language: vscode.env.language });
}

async function reveal(folder: vscode.Uri, place: Place): Promise<void> {
  const uri = vscode.Uri.joinPath(folder, place.path);
  const document = await vscode.workspace.openTextDocument(uri);
  const range = new vscode.Range(position(document, place.line, place.column), position(document, place.end_line, place.end_column));
  await vscode.window.showTextDocument(document, { selection: range, viewColumn: vscode.ViewColumn.Beside });
}

/** A position of the report counts code points from 1, the editor UTF-16 units from 0. */
function position(document: vscode.TextDocument, line: number, column: number): vscode.Position {
  const text = document.lineAt(Math.min(line, document.lineCount) - 1).text;
  const before = Array.from(text).slice(0, column - 1).join('');
  return new vscode.Position(line - 1, before.length);
}

function words(): Record<string, string> {
  const { t } = vscode.l10n;
  return {
    files: t('Python files: {0}'),
    uses: t('Uses of torch: {0}'),
    filter: t('Filter by API or path'),
    none: t('Nothing to show.'),
    line: t('Line'),
    torch: 'torch',
    mindspore: 'MindSpore',
    note: t('Note'),
    fix: t('Fix'),
    consistent: t('consistent'),
    adjusted: t('adjusted'),
    divergent: t('divergent'),
    unsupported: t('unsupported'),
    unmapped: t('unmapped'),
    safe: t('safe'),
    unsafe: t('unsafe'),
    display_only: t('shown only'),
  };
}
