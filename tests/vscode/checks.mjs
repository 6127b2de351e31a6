// What must hold in VS Code, by the user's hands. Each check gets the page, the folder of the workspace and a camera.
import { readFileSync, writeFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';

import { endBelow } from './editor.mjs';
import { answer, clearNotifications, command, fixes, goTo, openFile, shownText, underlined, until, webview } from './hands.mjs';

const FRAMEWORKS = 240_000;

export const MAIN = [
  {
    name: 'server-starts',
    async run({ page, shoot }) {
      await openFile(page, 'classifier.py');
      await statusSays(page, 'MindPort: cpu');
      await page.keyboard.press('Control+b');
      await page.locator('.part.sidebar').waitFor({ state: 'hidden' });
      await shoot('editor');
    },
  },
  {
    name: 'diagnostics',
    async run({ page, expect }) {
      await page.locator('.squiggly-info, .squiggly-warning').first().waitFor({ timeout: 30_000 });
      await command(page, 'Problems: Focus on Problems View');
      const rows = page.locator('.markers-panel .monaco-list-row');
      await rows.filter({ hasText: 'BatchNorm2d' }).first().waitFor();
      const text = await shownText(rows);
      expect(text.includes('mindspore.nn.BatchNorm2d'), `the Problems view shows ${text}`);
      await page.keyboard.press('Control+j');
    },
  },
  {
    name: 'hover',
    async run({ page, shoot, expect }) {
      const text = await hover(page, 'classifier.py', 12, 25);
      expect(text.includes('mindspore.nn.BatchNorm2d') && text.includes('momentum'), `the hover says ${text}`);
      await shoot('hover', { keep: true, height: 600 });
      await page.keyboard.press('Escape');
    },
  },
  {
    name: 'code-lens',
    async run({ page }) {
      await goTo(page, 1);
      await page.locator('.codelens-decoration a', { hasText: 'Verify in both frameworks' }).first().waitFor();
    },
  },
  {
    name: 'quick-fix',
    async run({ page, folder, shoot, expect }) {
      await openFile(page, 'layers.py');
      await page.locator('.squiggly-info, .squiggly-warning').first().waitFor({ timeout: 30_000 });
      await goTo(page, 3, 12);
      await fixes(page, 'mindspore.nn.Conv2d');
      await shoot('quick-fix', { keep: true, height: 300 });
      await page.keyboard.press('Enter');
      await page.locator('.view-line', { hasText: 'has_bias=True' }).waitFor();
      await page.keyboard.press('Control+s');
      const file = join(folder, 'layers.py');
      await until(page, () => readFileSync(file, 'utf8').includes('has_bias'), 10_000, 'saved');
      const wanted =
        'import torch.nn as nn\nimport mindspore as ms\n\n' +
        "conv = ms.nn.Conv2d(3, 16, 3, padding=1, has_bias=True, pad_mode='pad')  # keeps the size\n" +
        'norm = nn.BatchNorm2d(16, momentum=0.2)\n';
      expect(readFileSync(file, 'utf8') === wanted, `the file holds\n${readFileSync(file, 'utf8')}`);
    },
  },
  {
    name: 'undo-of-a-quick-fix',
    async run({ page }) {
      await page.keyboard.press('Control+z');
      await page.locator('.view-line', { hasText: 'has_bias=True' }).waitFor({ state: 'hidden' });
      await page.keyboard.press('Control+s');
    },
  },
  {
    name: 'migrate-file',
    async run({ page, folder, shoot, expect }) {
      const before = readFileSync(join(folder, 'classifier.py'), 'utf8');
      await openFile(page, 'classifier.py');
      await command(page, 'MindPort: Migrate File');
      await page.locator('.diff-editor, .monaco-diff-editor').first().waitFor({ timeout: 30_000 });
      const lines = page.locator('.monaco-diff-editor .modified-in-monaco-diff-editor .view-line');
      await lines.filter({ hasText: 'def construct' }).first().waitFor({ timeout: 30_000 });
      await page.locator('.notification-toast', { hasText: 'original is unchanged' }).first().waitFor();
      await shoot('migrate', { keep: true });
      expect((await shownText(lines)).includes('class Classifier(nn.Cell)'), await shownText(lines));
      expect(readFileSync(join(folder, 'classifier.py'), 'utf8') === before, 'the original has changed');
      expect(!existsSync(join(folder, 'classifier_mindspore.py')), 'a file was written without being asked for');
    },
  },
  {
    name: 'migrated-file-can-be-saved',
    async run({ page, folder }) {
      const toast = page.locator('.notification-toast', { hasText: 'original is unchanged' });
      await toast.locator('.monaco-button', { hasText: 'Save' }).first().click();
      const file = join(folder, 'classifier_mindspore.py');
      await until(page, () => existsSync(file) && readFileSync(file, 'utf8').includes('nn.Cell'), 15_000, 'saved');
      await command(page, 'View: Close All Editors');
    },
  },
  {
    name: 'migrated-file-brings-its-helpers',
    async run({ page, folder }) {
      await openFile(page, 'weights.py');
      await command(page, 'MindPort: Migrate File');
      const toast = page.locator('.notification-toast', { hasText: 'It imports mindport_helpers.py' });
      await toast.locator('.monaco-button', { hasText: 'Save' }).first().click();
      const [file, helpers] = ['weights_mindspore.py', 'mindport_helpers.py'].map((name) => join(folder, name));
      const holds = (path, text) => existsSync(path) && readFileSync(path, 'utf8').includes(text);
      await until(page, () => holds(file, 'from mindport_helpers import init_orthogonal_'), 15_000, 'the file is saved');
      await until(page, () => holds(helpers, 'def init_orthogonal_'), 15_000, 'the helpers are saved');
      await command(page, 'View: Close All Editors');
    },
  },
  {
    name: 'scan-project',
    async run({ page, shoot, expect }) {
      await command(page, 'MindPort: Scan Project');
      const frame = await webview(page, 'tr[tabindex]', 60_000);
      const text = await frame.locator('body').innerText();
      expect(text.includes('torch.nn.BatchNorm2d') && text.includes('classifier.py'), text);
      await shoot('scan', { keep: true });
      await frame.locator('input[type=search]').fill('conv2d');
      const rows = frame.locator('tr[tabindex]');
      await until(page, async () => (await rows.count()) > 0 && (await rows.allInnerTexts()).every((each) => /conv2d/i.test(each)), 5000, 'filtered');
      await frame.locator('tr[tabindex]', { hasText: 'torch.nn.Conv2d' }).first().click();
      await page.locator('.editor-instance .view-line', { hasText: 'Conv2d' }).first().waitFor();
      await page.locator('.selected-text').first().waitFor();
      await shoot('scan-jump');
      await command(page, 'View: Close All Editors');
    },
  },
  {
    name: 'hover-in-chinese',
    async run({ page, settings, shoot, expect }) {
      settings({ 'mindport.language': 'zh-CN' });
      const text = await until(
        page,
        async () => {
          const shown = await hover(page, 'classifier.py', 12, 25);
          return /[\u4e00-\u9fff]/.test(shown) && shown;
        },
        20_000,
        'Chinese',
      );
      expect(text.includes('mindspore.nn.BatchNorm2d'), `the hover says ${text}`);
      await shoot('hover-zh-CN', { keep: true, height: 600 });
      settings({ 'mindport.language': 'en' });
      await page.keyboard.press('Escape');
      await until(page, async () => !/[\u4e00-\u9fff]/.test(await hover(page, 'classifier.py', 12, 25)), 20_000, 'English');
      await page.keyboard.press('Escape');
    },
  },
  {
    name: 'verify-class',
    async run({ page, shoot, expect }) {
      await openFile(page, 'classifier.py');
      await page.locator('.codelens-decoration a', { hasText: 'Verify in both frameworks' }).first().click();
      await answer(page, 'how to build it');
      await answer(page, 'its inputs', 'images=float32[2,3,16,16]');
      await page.locator('.quick-input-list .monaco-list-row', { hasText: 'gradients' }).first().waitFor();
      await shoot('verify-question');
      await page.keyboard.press('ArrowDown');
      await answer(page, 'what to compare');
      await page.locator('.notification-toast', { hasText: 'Verifying Classifier' }).first().waitFor({ timeout: 15_000 });
      await shoot('verify-progress');
      const frame = await webview(page, '.verdict', FRAMEWORKS);
      const text = await frame.locator('body').innerText();
      await page.locator('.notification-toast', { hasText: 'Classifier: ' }).first().waitFor();
      await shoot('verify', { keep: true });
      expect((await frame.locator('.verdict.equivalent').count()) === 1, text);
      expect(/Outputs \(1\)/.test(text) && /Gradients \(\d+\)/.test(text), text);
      await clearNotifications(page);
    },
  },
  {
    name: 'verify-remembers-and-can-be-cancelled',
    async run({ page, expect }) {
      await openFile(page, 'classifier.py');
      await goTo(page, 17);
      await command(page, 'MindPort: Verify Class Under Cursor');
      await answer(page, 'how to build it');
      const value = await answer(page, 'its inputs');
      expect(value === 'images=float32[2,3,16,16]', `${value} was proposed`);
      await answer(page, 'what to compare');
      const toast = page.locator('.notification-toast', { hasText: 'Verifying Classifier' }).first();
      await toast.waitFor({ timeout: 15_000 });
      await toast.locator('a, .monaco-button', { hasText: 'Cancel' }).first().click();
      await toast.waitFor({ state: 'hidden', timeout: 20_000 });
      expect((await page.locator('.notifications-toasts .codicon-error').count()) === 0, 'an error is shown');
    },
  },
  {
    name: 'verify-says-why-there-is-no-verdict',
    async run({ page, shoot, expect }) {
      await command(page, 'View: Close All Editors');
      await openFile(page, 'classifier.py');
      await goTo(page, 17);
      await command(page, 'MindPort: Verify Class Under Cursor');
      await answer(page, 'how to build it', 'Classifier(depth=3)');
      await answer(page, 'its inputs');
      await answer(page, 'what to compare');
      // The one before may still be there for a while.
      const frame = await webview(page, '.verdict:has-text("No verdict")', FRAMEWORKS);
      const text = await frame.locator('body').innerText();
      await shoot('verify-inconclusive');
      expect(/No verdict/.test(text) && /unexpected keyword argument 'depth'/.test(text), text);
      await command(page, 'View: Close All Editors');
    },
  },
  {
    name: 'notebook-cells-are-explained',
    async run({ page, shoot, expect }) {
      await clearNotifications(page);
      await openFile(page, 'layers.ipynb', '.code-cell-row .view-line');
      const norm = await underlined(page, '.code-cell-row', 1);
      const shown = page.locator('.monaco-hover:visible .rendered-markdown');
      const text = await until(
        page,
        async () => {
          await page.mouse.move(5, 5);
          await page.mouse.move(norm.x, norm.y, { steps: 5 });
          await shown.first().waitFor({ timeout: 2000 }).catch(() => undefined);
          const now = await shownText(shown);
          return now.includes('mindspore') && now;
        },
        30_000,
        'hover',
      );
      expect(text.includes('mindspore.nn.BatchNorm2d') && text.includes('momentum'), `the hover says ${text}`);
      await shoot('notebook', { keep: true });
      await page.mouse.move(5, 5);
    },
  },
  {
    name: 'notebook-cells-are-fixed',
    async run({ page, folder, shoot, expect }) {
      const conv = await underlined(page, '.code-cell-row', 0);
      await page.mouse.click(conv.x, conv.y);
      await fixes(page, 'mindspore.nn.Conv2d');
      await shoot('notebook-fix');
      await page.keyboard.press('Enter');
      await page.locator('.code-cell-row .view-line', { hasText: 'has_bias=True' }).waitFor();
      await page.keyboard.press('Control+s');
      const file = join(folder, 'layers.ipynb');
      await until(page, () => readFileSync(file, 'utf8').includes('has_bias'), 10_000, 'saved');
      const sources = JSON.parse(readFileSync(file, 'utf8')).cells.map((each) => [each.source].flat().join(''));
      const wanted = [
        '# Two layers\n',
        '%matplotlib inline\nimport torch.nn as nn\nimport mindspore as ms',
        "conv = ms.nn.Conv2d(3, 16, 3, padding=1, has_bias=True, pad_mode='pad')  # keeps the size\n" +
          'norm = nn.BatchNorm2d(16, momentum=0.2)',
      ];
      expect(JSON.stringify(sources) === JSON.stringify(wanted), `the notebook holds\n${JSON.stringify(sources)}`);
    },
  },
  {
    name: 'notebook-is-migrated-into-another',
    async run({ page, folder, shoot, expect }) {
      const before = readFileSync(join(folder, 'layers.ipynb'), 'utf8');
      await command(page, 'MindPort: Migrate File');
      await page.locator('.notification-toast', { hasText: 'original is unchanged' }).first().waitFor({ timeout: 30_000 });
      const made = page.locator('.code-cell-row .view-line', { hasText: 'momentum=1' }).first();
      await made.waitFor({ timeout: 15_000 });
      await shoot('notebook-migrated');
      expect(readFileSync(join(folder, 'layers.ipynb'), 'utf8') === before, 'the original has changed');
      await clearNotifications(page);
      await command(page, 'View: Close All Editors');
      const drop = page.locator('.monaco-dialog-box .monaco-button', { hasText: "Don't Save" });
      await drop.first().click();
    },
  },
  {
    name: 'server-that-dies-comes-back',
    async run({ page, server, expect }) {
      expect(endBelow(server, ['mindport', 'lsp']) === 1, 'there is not one server');
      const text = await hover(page, 'classifier.py', 12, 25);
      expect(text.includes('mindspore.nn.BatchNorm2d'), text);
    },
  },
  {
    name: 'select-target-and-restart',
    async run({ page, folder, expect }) {
      await command(page, 'MindPort: Select Target Device');
      const box = page.locator('.quick-input-widget');
      await box.locator('.quick-input-title', { hasText: 'device' }).waitFor();
      await box.locator('input').first().fill('ascend');
      await page.keyboard.press('Enter');
      await statusSays(page, 'MindPort: ascend');
      const file = join(folder, '.vscode', 'settings.json');
      await until(page, () => existsSync(file) && readFileSync(file, 'utf8').includes('"ascend"'), 5000, 'the setting is written');
      await command(page, 'MindPort: Restart Server');
      await statusSays(page, 'MindPort: ascend');
      const text = await hover(page, 'classifier.py', 12, 25);
      expect(text.includes('Ascend'), `the hover says ${text}`);
    },
  },
];

/** With an interpreter that lacks the package, in which pressing Install makes it appear. */
export const MISSING = [
  {
    name: 'missing-package-is-told-once',
    async run({ page, shoot, expect }) {
      await openFile(page, 'classifier.py');
      const toast = page.locator('.notification-toast', { hasText: 'MindPort needs its Python package' });
      await toast.first().waitFor({ timeout: 30_000 });
      await page.waitForTimeout(1000);
      expect((await toast.count()) === 1, 'several messages');
      await shoot('missing-package', { keep: true });
    },
  },
  {
    name: 'install-runs-in-a-terminal-and-the-server-starts',
    async run({ page, shoot }) {
      const toast = page.locator('.notification-toast', { hasText: 'MindPort needs its Python package' });
      await toast.locator('a, .monaco-button', { hasText: 'Install' }).first().click();
      await page.locator('.terminal-wrapper, .xterm').first().waitFor({ timeout: 20_000 });
      await statusSays(page, 'MindPort: cpu');
      await shoot('installed');
      await page.locator('.squiggly-info, .squiggly-warning').first().waitFor({ timeout: 30_000 });
    },
  },
];

/** In a workspace that the user has not trusted. */
export const UNTRUSTED = [
  {
    name: 'untrusted-workspace-explains-but-does-not-run-code',
    async run({ page, shoot, expect }) {
      await openFile(page, 'classifier.py');
      await page.locator('.squiggly-info, .squiggly-warning').first().waitFor({ timeout: 30_000 });
      await command(page, 'MindPort: Verify Class Under Cursor');
      const toast = page.locator('.notification-toast', { hasText: 'which you have not trusted' });
      await toast.first().waitFor({ timeout: 15_000 });
      await shoot('untrusted');
      expect((await page.locator('.quick-input-widget:visible').count()) === 0, 'it asks how to build the class');
    },
  },
];

async function statusSays(page, text) {
  await page.locator('.statusbar-item', { hasText: text }).first().waitFor({ timeout: 40_000 });
}

/** Shows the hover at a place with the keyboard, and what it says. */
async function hover(page, file, line, column) {
  await openFile(page, file);
  await goTo(page, line, column);
  // The server's own part; the diagnostic stands above it.
  const shown = page.locator('.monaco-hover:visible .rendered-markdown');
  const text = await until(
    page,
    async () => {
      await page.keyboard.press('Control+k');
      await page.keyboard.press('Control+i');
      await shown.first().waitFor({ timeout: 2000 }).catch(() => undefined);
      const now = await shownText(shown);
      return now.includes('mindspore') && now;
    },
    30_000,
    'hover',
  );
  return text;
}

/** A function that changes settings of the machine while VS Code runs. */
export function settingsWriter(file) {
  return (changes) => {
    const now = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ ...now, ...changes }));
  };
}
