/** The extension: commands, status, and when the server starts. Everything that can be the server's is the server's. */

import * as vscode from 'vscode';

import { offer } from './install';
import { onDidSelect } from './python';
import type { Cancelled, Server, State } from './server';
import { show } from './status';

/** A server once it is wanted: the language client is large, and loading it would slow every start of the editor. */
interface Lazy {
  server(): Promise<{ server: Server; Cancelled: typeof Cancelled }>;
}

export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel('MindPort', { log: true });
  const item = vscode.window.createStatusBarItem('mindport.status', vscode.StatusBarAlignment.Right, 100);
  let state: State = { kind: 'off' };
  const update = (): void => { show(item, state); };
  let loaded: ReturnType<Lazy['server']> | undefined;
  const lazy: Lazy = {
    server: () => (loaded ??= load()),
  };

  async function load(): ReturnType<Lazy['server']> {
    const { Server, Cancelled } = await import('./server');
    const server = new Server(log, vscode.Uri.joinPath(context.extensionUri, 'client-vscode', 'dist').fsPath);
    server.onDidChange((next) => {
      state = next;
      update();
      void react(server, next);
    });
    context.subscriptions.push(server);
    const watching = await onDidSelect(() => void server.restart());
    if (watching !== undefined) {
      context.subscriptions.push(watching);
    }
    return { server, Cancelled };
  }

  async function react(server: Server, next: State): Promise<void> {
    if (next.kind === 'missing' && (await offer(next.interpreter, next.python))) {
      await server.restart();
    } else if (next.kind === 'failed') {
      await complain(next.reason);
    }
  }

  async function complain(reason: string): Promise<void> {
    const details = vscode.l10n.t('Show Log');
    const settings = vscode.l10n.t('Open Settings');
    const message = vscode.l10n.t('MindPort does not run: {0}', reason);
    const chosen = await vscode.window.showErrorMessage(message, details, settings);
    if (chosen === details) {
      log.show();
    } else if (chosen === settings) {
      await vscode.commands.executeCommand('workbench.action.openSettings', 'mindport.interpreter');
    }
  }

  /** A command that asks the server; what it refuses is told in one line. */
  function asking(name: string, run: (server: Server, ...given: never[]) => Promise<void>): vscode.Disposable {
    return vscode.commands.registerCommand(name, async (...given: never[]) => {
      const { server, Cancelled } = await lazy.server();
      try {
        await run(server, ...given);
      } catch (error) {
        if (error instanceof Cancelled) {
          return;
        }
        log.error(error instanceof Error ? error : String(error));
        await vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error));
      }
    });
  }

  context.subscriptions.push(
    log,
    item,
    asking('mindport.migrate', async (server, uri?: vscode.Uri) => (await import('./migrate')).migrate(server, uri)),
    asking('mindport.scan', async (server, uri?: vscode.Uri) =>
      (await import('./scan')).scan(server, context.extensionUri, uri),
    ),
    asking('mindport.verify', async (server, subject?: object) =>
      (await import('./verify')).verify(server, context.workspaceState, subject),
    ),
    asking('mindport.restartServer', (server) => server.restart()),
    vscode.commands.registerCommand('mindport.selectTarget', async () => (await import('./target')).selectTarget()),
    vscode.commands.registerCommand('mindport.showLog', () => { log.show(); }),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('mindport.interpreter') && loaded !== undefined) {
        void lazy.server().then(({ server }) => server.restart());
      } else if (event.affectsConfiguration('mindport.target')) {
        update();
      }
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => {
      if (loaded !== undefined) {
        void lazy.server().then(({ server }) => server.restart());
      }
    }),
    vscode.workspace.onDidOpenTextDocument((document) => { startFor(document); }),
  );

  function startFor(document: vscode.TextDocument): void {
    if (document.languageId === 'python' && loaded === undefined) {
      void lazy.server().then(({ server }) => server.ready());
    }
  }

  update();
  vscode.workspace.textDocuments.forEach(startFor);
}
