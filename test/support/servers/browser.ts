/** Chromium for tests, if Debian's package is installed. It ends with the test file. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Browser, type Screen, startBrowser, type Tab } from '../../../scripts/dev/browser.ts';
import { freshFolder } from '../banks/archives.ts';
import { afterFile } from '../kit/after-file.ts';

export type { Browser, Screen, Tab } from '../../../scripts/dev/browser.ts';

export const chromiumIsThere = spawnSync('chromium', ['--version']).status === 0;
if (!chromiumIsThere) console.log('skipped: chromium is not installed, so the explorer is not opened in a browser');

/** A tab is closed after its test: the pages that are open share the processor. */
export async function browserForTests(): Promise<Browser> {
  const profile = freshFolder();
  const browser = await startBrowser(profile);
  afterFile(() => {
    browser.stop();
    // Its processes write for a moment after they were told to end.
    rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  });
  const tab = async (screen?: Screen) => {
    const opened = await browser.tab(screen);
    onTestFinished(() => opened.close());
    return opened;
  };
  return { ...browser, tab };
}

/** A folder for pictures that a person looks at; null where nobody has asked for them. */
export const PICTURES = process.env.RATETREE_PICTURES ?? null;

export async function pictured(tab: Tab, name: string): Promise<void> {
  if (PICTURES === null) return;
  mkdirSync(PICTURES, { recursive: true });
  await tab.picture(join(PICTURES, `${name}.png`));
}
