/**
 * Takes the picture of README: a view of the explorer, by the clock of a day on which its rates were new.
 * node build/scripts/docs/picture.js ADDRESS docs/explorer.webp 2026-03-20T16:00:00Z
 * ADDRESS: http://127.0.0.1:8080/#key=KEY&chart?provider=ECB,GLOBAL,BNM&base=EUR&currency=USD&from=2026-02-01
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InputError } from '../../generator/wire/words/input-error.ts';
import { startBrowser } from '../dev/browser.ts';

const [address = '', file = '', instant = ''] = process.argv.slice(2);
const initialVirtualTime = Date.parse(instant) / 1000;
if (file === '' || Number.isNaN(initialVirtualTime)) throw new InputError('name an address, a file and an instant');

const profile = mkdtempSync(join(tmpdir(), 'ratetree-picture-'));
const browser = await startBrowser(profile);
try {
  const tab = await browser.tab({ width: 960, height: 800 });
  await tab.send('Emulation.setVirtualTimePolicy', { policy: 'pauseIfNetworkFetchesPending', initialVirtualTime });
  await tab.open(address);
  await tab.picture(file);
} finally {
  browser.stop();
  rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}
