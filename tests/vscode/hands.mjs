// What a user's hands do in VS Code.

/** Opens a file of the workspace by name, with the keyboard. */
export async function openFile(page, name) {
  await page.keyboard.press('Control+p');
  const input = page.locator('.quick-input-widget input');
  await input.waitFor({ state: 'visible' });
  await input.fill(name);
  await page.locator('.quick-input-list .monaco-list-row', { hasText: name.split('/').at(-1) }).first().waitFor();
  await page.keyboard.press('Enter');
  await input.waitFor({ state: 'hidden' });
  await page.locator('.tab.active', { hasText: name.split('/').at(-1) }).first().waitFor();
  await page.locator('.editor-instance .view-line').first().waitFor();
}

/** Runs a command by its title, from the palette. */
export async function command(page, title) {
  await page.keyboard.press('F1');
  const input = page.locator('.quick-input-widget input');
  await input.waitFor({ state: 'visible' });
  await input.fill(`>${title}`);
  await page.locator('.quick-input-list .monaco-list-row', { hasText: title }).first().waitFor();
  await page.keyboard.press('Enter');
}

/** Puts the cursor at a line and column. */
export async function goTo(page, line, column = 1) {
  await page.keyboard.press('Control+g');
  const input = page.locator('.quick-input-widget input');
  await input.waitFor({ state: 'visible' });
  await input.fill(`:${line}:${column}`);
  await page.keyboard.press('Enter');
  await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
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
