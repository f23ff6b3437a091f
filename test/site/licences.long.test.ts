/** What the page says of licences, in a real Chromium: the class of each bank, and who was left out for it. */
import { beforeAll, describe, expect, it } from 'vitest';
import { licenceOf } from '../../generator/sources/facts/licences.ts';
import { chromiumIsThere } from '../support/servers/browser.ts';
import { cellsOf, type Explorer, startExplorer } from '../support/servers/explorer.ts';
import { archiveOfFourBanks, generateEmbedded } from '../support/trees/embedded.ts';

const CODES = ['BANGUAT', 'CNB', 'ECB'];
let whole: Explorer;
let licensed: Explorer;
beforeAll(async () => {
  if (!chromiumIsThere) return;
  whole = await startExplorer();
  const archiveDir = await archiveOfFourBanks();
  const leftOut = new Set(['BOJ', 'BCCR']);
  licensed = await startExplorer((tree, site) => generateEmbedded(tree, { archiveDir, site, leftOut }));
});

const words = async (explorer: Explorer, host: Host, view: string) =>
  (await explorer.open(explorer[host](view))).evaluate<string>('document.querySelector("main").textContent');

const HOSTS = ['onFiles', 'behindGateway'] as const;
type Host = (typeof HOSTS)[number];

describe.skipIf(!chromiumIsThere).each(HOSTS)('%s the page', (host) => {
  it.each(CODES)('says beside the figures of %s of which class its licence is', async (code) => {
    expect(await words(whole, host, `why?provider=${code}`)).toContain(`Class of its licence: ${licenceOf(code)}.`);
  });

  it('says of GLOBAL, which is made of others, nothing of the kind', async () => {
    expect(await words(whole, host, 'why?provider=GLOBAL')).not.toContain('licence');
  });

  it('has the class of each provider in its table', async () => {
    const tab = await whole.open(whole[host]('status'));
    const titles = await tab.evaluate<string[]>(
      '[...document.querySelectorAll("main thead th")].map((one) => one.innerText)',
    );
    const column = titles.findIndex((title) => /licence/i.test(title));
    const classes = new Map((await cellsOf(tab)).map((row) => [row[0], row[column]]));
    for (const code of CODES) expect(classes.get(code)).toBe(licenceOf(code));
    expect(classes.get('GLOBAL')).not.toMatch(/free|attribution|unknown/);
  });

  it('names those that were left out, and names nobody where nobody was', async () => {
    expect(await words(licensed, host, 'status')).toContain('Left out for their licences: BCCR, BOJ.');
    expect(await words(whole, host, 'status')).not.toContain('Left out');
  });
});
