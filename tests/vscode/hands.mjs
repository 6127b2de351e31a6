// What a user's hands do in VS Code.

/** Opens the quick input with a key and types a text. It closes when something takes the focus: then once more. */
async function type(page, key, text) {
  const input = page.locator('.quick-input-widget input');
  for (let left = 5; ; left--) {
    await page.keyboard.press(key);
    try {
      await input.waitFor({ state: 'visible', timeout: 5000 });
      await input.fill(text, { timeout: 3000 });
      return;
    } catch (error) {
      if (left === 0) {
        throw error;
      }
      await page.keyboard.press('Escape');
    }
  }
}

/** Opens a file of the workspace by name, with the keyboard; `shown` comes with it. */
export async function openFile(page, name, shown = '.editor-instance .view-line') {
  await type(page, 'Control+p', name);
  await page.locator('.quick-input-list .monaco-list-row.focused', { hasText: name }).first().waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
  await page.locator('.tab.active', { hasText: name }).first().waitFor();
  await page.locator(shown).first().waitFor();
}

/** Runs a command by its title, from the palette. */
export async function command(page, title) {
  await type(page, 'F1', `>${title}`);
  await page.locator('.quick-input-list .monaco-list-row.focused', { hasText: title }).first().waitFor();
  await page.keyboard.press('Enter');
}

/** Puts the cursor at a line and column, and sees in the status bar that it is there; else once more. */
export async function goTo(page, line, column = 1) {
  const there = page.locator('.statusbar-item', { hasText: new RegExp(`Ln ${line}, Col ${column}(?!\\d)`) }).first();
  for (let left = 4; ; left--) {
    await type(page, 'Control+g', `:${line}:${column}`);
    await page.keyboard.press('Enter');
    await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
    try {
      await there.waitFor({ timeout: 5000 });
      return;
    } catch (error) {
      if (left === 0) {
        throw error;
      }
    }
  }
}

/**
 * Opens the menu of fixes at the cursor, and waits for the entry. What closes the menu is answered by opening it again; a menu
 * without the entry, or the message that there is none, is a failure.
 */
export async function fixes(page, text) {
  const menu = page.locator('.action-widget .monaco-list-row');
  const none = page.locator('.monaco-editor-overlaymessage');
  for (let left = 2; ; left--) {
    await page.keyboard.press('Control+.');
    try {
      await menu.filter({ hasText: text }).first().waitFor({ timeout: 15_000 });
      return;
    } catch (error) {
      if (left === 0 || (await menu.count()) > 0 || (await none.count()) > 0) {
        throw error;
      }
      await page.keyboard.press('Escape');
    }
  }
}

/** The text in the editor's lines, as shown: VS Code draws spaces as no-break spaces. */
export async function shownText(locator) {
  return (await locator.allInnerTexts()).join('\n').replaceAll('\u00a0', ' ');
}

/** Answers the input box that has the title, with `value` or what it proposes; what it proposed. */
export async function answer(page, title, value) {
  const box = page.locator('.quick-input-widget');
  await box.locator('.quick-input-title', { hasText: title }).waitFor({ timeout: 20_000 });
  const input = box.locator('.quick-input-box input');
  const proposed = await input.inputValue();
  if (value !== undefined) {
    await input.fill(value);
  }
  await page.keyboard.press('Enter');
  return proposed;
}

/** The frame of a webview whose page holds the selector. */
export async function webview(page, selector, timeout) {
  const deadline = Date.now() + timeout;
  while (Date.now() < deadline) {
    for (const frame of page.frames()) {
      try {
        if ((await frame.locator(selector).count()) > 0 && frame !== page.mainFrame()) {
          return frame;
        }
      } catch {
        // The frame went away while it was looked at.
      }
    }
    await page.waitForTimeout(250);
  }
  throw new Error(`no report with ${selector} after ${timeout / 1000} s`);
}

export async function clearNotifications(page) {
  await command(page, 'Notifications: Clear All Notifications');
  await page.locator('.notifications-toasts .notification-toast').first().waitFor({ state: 'hidden' }).catch(() => undefined);
}

/** Waits until `found` gives something other than undefined or false. */
export async function until(page, found, timeout, what) {
  const deadline = Date.now() + timeout;
  while (Date.now() < deadline) {
    const value = await found();
    if (value !== undefined && value !== false) {
      return value;
    }
    await page.waitForTimeout(150);
  }
  throw new Error(`${what}: not after ${timeout / 1000} s`);
}

/** A place in the cell of a notebook: the middle of the underlined name that is the `number`th there. */
export async function underlined(page, cell, number) {
  const marks = page.locator(cell).locator('.squiggly-info, .squiggly-warning');
  await marks.nth(number).waitFor({ timeout: 40_000 });
  const { x, y, width, height } = await marks.nth(number).boundingBox();
  return { x: x + width - 12, y: y + height / 2 };
}
