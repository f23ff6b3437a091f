/** The part of the page that proves a figure, as tests press and read it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freshFolder } from '../banks/archives.ts';
import type { Tab } from './browser.ts';

export const STEPS = `[...document.querySelectorAll('.proof li.step')].map((one) => one.textContent)`;
export const wordsOf = (tab: Tab) => tab.evaluate<string>(`document.querySelector('.proof').textContent`);
export const stepsOf = (tab: Tab) => tab.evaluate<string[]>(STEPS);
export const marksOf = async (tab: Tab) => (await stepsOf(tab)).map(([mark]) => mark).join('');
export const press = (tab: Tab, words: string) =>
  tab.evaluate(`[...document.querySelectorAll('.proof button')].find((one) => one.textContent === '${words}').click()`);

export async function proven(tab: Tab): Promise<void> {
  await press(tab, 'Prove this figure');
  await tab.until(`/^(Proven|Not proven|No step)/.test(document.querySelector('.proof [role=status]')?.textContent)`);
}

/** The file that the browser saves. */
export async function downloaded(tab: Tab, name: string): Promise<string> {
  const downloadPath = freshFolder();
  const { context: browserContextId } = tab;
  await tab.wire.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath, browserContextId });
  await press(tab, 'Download the proof');
  const file = join(downloadPath, name);
  for (let tries = 0; !existsSync(file) && tries < 100; tries++) await sleep(50);
  return file;
}
