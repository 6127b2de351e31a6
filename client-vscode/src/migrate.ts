/** "Migrate File": the MindSpore version beside the original, as a new document (or notebook) that the user saves or drops. */

import { basename } from 'node:path';
import * as vscode from 'vscode';

import type { Migrated } from './results';
import type { Server } from './server';

const HELPERS = 'mindport_helpers.py';

export async function migrate(server: Server, given?: vscode.Uri): Promise<void> {
  const notebook = await notebookOf(given);
  const uri = notebook?.uri ?? given ?? vscode.window.activeTextEditor?.document.uri;
  if (uri?.scheme !== 'file' || !(await server.ready())) {
    return;
  }
  const name = basename(uri.fsPath);
  const title = vscode.l10n.t('Migrating {0}', name);
  const argument = { uri: uri.toString(), apply: false };
  const migrated = await server.run<Migrated>(title, 'mindport.migrateFile', argument);
  if (migrated.uses === 0 || migrated.problem) {
    void vscode.window.showInformationMessage(
      migrated.problem ?? vscode.l10n.t('No use of torch was found in {0}.', name),
    );
    return;
  }
  const made: vscode.Uri[] = [];
  if (notebook === undefined) {
    made.push(await newDocument(uri, name.replace(/\.py$/, '_mindspore.py'), migrated.text));
  } else if (migrated.cells) {
    made.push((await newNotebook(notebook, migrated.cells)).uri);
  }
  if (migrated.helpersText && !(await holds(uri, migrated.helpers))) {
    made.push(await helpersDocument(uri, migrated.helpersText));
  }
  const target = made[0];
  if (notebook === undefined && target !== undefined) {
    await vscode.commands.executeCommand('vscode.diff', uri, target, vscode.l10n.t('{0}: torch ↔ MindSpore', name));
  }
  await tell(migrated, made);
}

/** The notebook that is meant: the one given, or the one in front. */
async function notebookOf(given?: vscode.Uri): Promise<vscode.NotebookDocument | undefined> {
  if (given === undefined) {
    const cell = vscode.window.activeTextEditor?.document.uri;
    const notebook = vscode.window.activeNotebookEditor?.notebook;
    return cell === undefined || cell.scheme === 'vscode-notebook-cell' ? notebook : undefined;
  }
  return given.path.endsWith('.ipynb') ? vscode.workspace.openNotebookDocument(given) : undefined;
}

/** A copy of a notebook, unsaved and shown, with other texts in its cells of Python; their outputs stay until they are run. */
async function newNotebook(original: vscode.NotebookDocument, texts: readonly string[]): Promise<vscode.NotebookDocument> {
  const left = [...texts];
  const cells = original.getCells().map((cell) => {
    const { kind, document, metadata, outputs } = cell;
    const isPython = kind === vscode.NotebookCellKind.Code && document.languageId === 'python';
    const text = isPython ? left.shift() : undefined;
    const copy = new vscode.NotebookCellData(kind, text ?? document.getText(), document.languageId);
    copy.metadata = metadata;
    copy.outputs = [...outputs];
    return copy;
  });
  const data = new vscode.NotebookData(cells);
  data.metadata = original.metadata;
  const made = await vscode.workspace.openNotebookDocument(original.notebookType, data);
  await vscode.window.showNotebookDocument(made, { viewColumn: vscode.ViewColumn.Beside, preview: false });
  return made;
}

/** Whether a module of helpers is there that defines them all. */
async function holds(original: vscode.Uri, helpers: readonly string[]): Promise<boolean> {
  const file = vscode.Uri.joinPath(original, '..', HELPERS);
  if (!(await exists(file))) {
    return false;
  }
  const text = Buffer.from(await vscode.workspace.fs.readFile(file)).toString('utf8');
  return helpers.every((name) => new RegExp(`^(?:def|class) ${name}\\b`, 'm').test(text));
}

/** The module of helpers with all that it needs, unsaved: the one beside the original, if MindPort has made that. */
async function helpersDocument(original: vscode.Uri, text: string): Promise<vscode.Uri> {
  const file = vscode.Uri.joinPath(original, '..', HELPERS);
  if (await exists(file)) {
    const document = await vscode.workspace.openTextDocument(file);
    if (document.lineAt(0).text === text.split('\n', 1)[0]) {
      const edit = new vscode.WorkspaceEdit();
      edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), text);
      await vscode.workspace.applyEdit(edit);
      return document.uri;
    }
  }
  return newDocument(original, HELPERS, text);
}

/** An unsaved document with a file name beside the original's; a number makes it unique. */
async function newDocument(original: vscode.Uri, name: string, text: string): Promise<vscode.Uri> {
  const stem = name.replace(/\.py$/, '');
  for (let number = 1; ; number++) {
    const file = vscode.Uri.joinPath(original, '..', number === 1 ? `${stem}.py` : `${stem}_${number}.py`);
    const untitled = file.with({ scheme: 'untitled' });
    if ((await exists(file)) || isOpen(untitled)) {
      continue;
    }
    const edit = new vscode.WorkspaceEdit();
    const document = await vscode.workspace.openTextDocument(untitled);
    edit.insert(document.uri, new vscode.Position(0, 0), text);
    await vscode.workspace.applyEdit(edit);
    return document.uri;
  }
}

async function exists(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
    return true;
  } catch {
    return false;
  }
}

function isOpen(uri: vscode.Uri): boolean {
  return vscode.workspace.textDocuments.some((each) => each.uri.toString() === uri.toString());
}

/** Says how much is converted, and saves the new documents when the user likes them. */
async function tell(migrated: Migrated, made: readonly vscode.Uri[]): Promise<void> {
  const { uses, converted, left, helpers } = migrated;
  const counts =
    left.length === 0
      ? vscode.l10n.t('All {0} uses of torch are converted.', uses)
      : vscode.l10n.t(
          '{0} of {1} uses of torch are converted; {2} are left, each under a comment that says why.',
          converted,
          uses,
          left.length,
        );
  const message = [migrated.message ?? counts];
  if (helpers.length > 0) {
    message.push(vscode.l10n.t('It imports {0} ({1}).', HELPERS, helpers.join(', ')));
  }
  message.push(vscode.l10n.t('The original is unchanged.'));
  const save = vscode.l10n.t('Save');
  if ((await vscode.window.showInformationMessage(message.join(' '), save)) === save) {
    for (const uri of made) {
      // Only what an editor shows is saved, and VS Code opens one for the helpers some time after they were made.
      if ((await vscode.workspace.save(uri)) === undefined) {
        await vscode.window.showTextDocument(uri, { preview: false, preserveFocus: true });
        await vscode.workspace.save(uri);
      }
    }
  }
}
