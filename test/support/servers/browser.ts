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

let ofFile: Promise<BrowserForTests> | null = null;

export interface BrowserForTests extends Browser {
  /** A tab that several tests look at, and that the test file closes. The others are closed after their test. */
  keptTab(screen?: Screen): Promise<Tab>;
}

/** One browser serves all tests of a file. A page that stays open would share the processor with those after it. */
export function browserForTests(): Promise<BrowserForTests> {
  ofFile ??= start();
  return ofFile;
}

async function start(): Promise<BrowserForTests> {
  const profile = freshFolder();
  const browser = await startBrowser(profile);
  afterFile(() => {
    ofFile = null;
    browser.stop();
    // Its processes write for a moment after they were told to end.
    rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  });
  const tab = async (screen?: Screen) => {
    const opened = await browser.tab(screen);
    onTestFinished(() => opened.close());
    return opened;
  };
  return { ...browser, tab, keptTab: browser.tab };
}

/** A folder for pictures that a person looks at; null where nobody has asked for them. */
export const PICTURES = process.env.RATETREE_PICTURES ?? null;

export async function pictured(tab: Tab, name: string): Promise<void> {
  if (PICTURES === null) return;
  mkdirSync(PICTURES, { recursive: true });
  await tab.picture(join(PICTURES, `${name}.png`));
}
