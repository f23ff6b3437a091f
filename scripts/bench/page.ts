/**
 * Measures the explorer in Chromium, as a new visitor sees it: the first view on this processor and on one that is slowed
 * down four times, the longest task of each view, and how soon a chart of all years is drawn. Only views that begin with
 * one of the names are measured, if there are any.
 * node build/scripts/bench/page.js 'http://127.0.0.1:8080/#key=KEY' [ROUNDS] [VIEW ...]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InputError } from '../../generator/wire/words/input-error.ts';
import { startBrowser } from '../dev/browser.ts';
import { printCharts } from './page/charts.ts';
import { printSizes, printTimings } from './page/first-view.ts';
import { printViews } from './page/views.ts';

const [address = '', roundsText = '5', ...views] = process.argv.slice(2);
const rounds = Number.parseInt(roundsText, 10);
const SLOWDOWNS = [1, 4];

if (!/^https?:\/\//.test(address)) throw new InputError('name the address of a page that is served, with its key');
const profile = mkdtempSync(join(tmpdir(), 'ratetree-page-'));
const browser = await startBrowser(profile);
try {
  if (views.length === 0) {
    printSizes();
    for (const slowdown of SLOWDOWNS) await printTimings(browser, address, rounds, slowdown);
    await printCharts(browser, address, rounds);
  }
  await printViews(browser, address, rounds, views);
} finally {
  browser.stop();
  rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}
