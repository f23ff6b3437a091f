/**
 * Takes the pictures of README, for light and for dark screens: a view of the explorer, by the clock of a day on which
 * its rates were new. Each says in its XMP which version it shows, because a test refuses those of an older one.
 * node build/scripts/docs/picture.js ADDRESS docs/explorer.webp docs/explorer-dark.webp 2026-03-20T16:00:00Z
 * ADDRESS: http://127.0.0.1:8080/#key=KEY&chart?provider=ECB,GLOBAL,BNM&base=EUR&currency=USD&from=2026-02-01
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readVersion } from '../../generator/kit/package.ts';
import { InputError } from '../../generator/wire/words/input-error.ts';
import { startBrowser } from '../dev/browser.ts';
import { PICTURE_SIZE } from '../dev/docs-html.ts';

const [address = '', light = '', dark = '', instant = ''] = process.argv.slice(2);
const initialVirtualTime = Date.parse(instant) / 1000;
if (Number.isNaN(initialVirtualTime)) throw new InputError('name an address, two files and an instant');

const profile = mkdtempSync(join(tmpdir(), 'ratetree-picture-'));
const browser = await startBrowser(profile);
try {
  for (const [scheme, file] of [
    ['light', light],
    ['dark', dark],
  ] as const) {
    const tab = await browser.tab({ ...PICTURE_SIZE, scheme });
    await tab.send('Emulation.setVirtualTimePolicy', { policy: 'pauseIfNetworkFetchesPending', initialVirtualTime });
    await tab.open(address);
    await tab.picture(file);
    writeFileSync(file, withTool(readFileSync(file), `Ratetree ${readVersion()}`));
  }
} finally {
  browser.stop();
  rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}

/** A WebP is a list of chunks; the first says which kinds follow, and XMP is the last of them. */
function withTool(picture: Buffer, tool: string): Buffer {
  const names = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:xmp="http://ns.adobe.com/xap/1.0/"';
  const description = `<rdf:Description rdf:about="" xmp:CreatorTool="${tool}"/>`;
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF ${names}>${description}</rdf:RDF></x:xmpmeta>`;
  if (picture.toString('latin1', 12, 16) !== 'VP8X') throw new TypeError('this picture has no place for XMP');
  const text = Buffer.from(xmp.length % 2 === 0 ? xmp : `${xmp} `);
  const head = Buffer.from('XMP \0\0\0\0', 'latin1');
  head.writeUInt32LE(text.length, 4);
  const whole = Buffer.concat([picture, head, text]);
  whole.writeUInt32LE(whole.length - 8, 4);
  whole.writeUInt8(whole.readUInt8(20) | 0b100, 20);
  return whole;
}
