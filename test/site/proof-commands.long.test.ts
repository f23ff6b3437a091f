/** The proof that the page saves, and the commands by which it says that a figure is proved, from a real Chromium. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readSite } from '../../generator/site/files.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { copied } from '../support/kit/copied.ts';
import { runProgramBeside } from '../support/kit/run-program.ts';
import { type Browser, browserForTests, chromiumIsThere } from '../support/servers/browser.ts';
import { EXPLORER_KEY, gatewayWithPage, plainHost } from '../support/servers/explorer.ts';
import { makeNightsOf, openTestStore, publishLogged } from '../support/trees/logged.ts';
import { newKeys } from '../support/trees/release-pair.ts';

const VIEW = 'why?provider=ECB&date=2026-03-10';
const COMMANDS = `[...document.querySelectorAll('main code')].map((one) => one.textContent)`;
const keys = newKeys();
let browser: Browser;
let host = '';
let gateway = '';
let tree = '';

beforeAll(async () => {
  if (!chromiumIsThere) return;
  const store = await openTestStore();
  for (const night of await makeNightsOf({ site: readSite() }, '2026-03-10', '2026-03-11')) {
    tree = night.tree;
    await publishLogged(store, keys, { tree, archive: copied(night.archive) }, { now: () => new Date() });
  }
  host = (await plainHost(store.name.replace(/\/$/, ''))).url;
  gateway = await gatewayWithPage(store.name);
  browser = await browserForTests();
});

const clickOn = (currency: string) =>
  `[...document.querySelectorAll('button')].find((one) => one.textContent === 'Save the proof of ${currency}').click()`;

/** What a click on the button saves. */
async function savedAt(address: string, currency: string): Promise<string> {
  const tab = await browser.tab();
  await tab.open(address);
  await tab.evaluate(`(URL.createObjectURL = (blob) => (blob.text().then((text) => (window.kept = text)), 'about:blank'),
    HTMLAnchorElement.prototype.click = () => {}, ${clickOn(currency)})`);
  await tab.until('window.kept');
  // The bank's document is not kept, and a browser says of each address that has nothing.
  expect(tab.complaints.filter((one) => !/404 .*\/archive\//.test(one))).toEqual([]);
  return tab.evaluate('window.kept');
}

async function commandsAt(view: string): Promise<readonly string[]> {
  const tab = await browser.tab();
  await tab.open(`${host}/#${view}`);
  const all = await tab.evaluate<string[]>(COMMANDS);
  expect(tab.complaints).toEqual([]);
  return all.filter((one) => one.startsWith('ratetree '));
}

describe.skipIf(!chromiumIsThere)('Sources', () => {
  it('says the commands that write the proof of a figure and check it', async () => {
    const commands = await commandsAt(`${VIEW}&currency=USD`);
    expect(commands).toEqual([
      `ratetree prove ECB 2026-03-10 USD --from ${host}/`,
      'ratetree verify ECB-2026-03-10-USD.proof --public-key FILE',
    ]);
    const cwd = freshFolder();
    writeFileSync(join(cwd, 'FILE'), keys.pem);
    for (const command of commands) {
      const { status, stderr } = await runProgramBeside(command.split(' ').slice(1), { cwd });
      expect(status, stderr).toBe(0);
    }
    const written = readFileSync(join(cwd, 'ECB-2026-03-10-USD.proof'), 'utf8');
    const view = `${VIEW}&currency=USD`;
    expect(await savedAt(`${host}/#${view}`, 'USD')).toBe(written);
    expect(await savedAt(`${gateway}/#key=${EXPLORER_KEY}&${view}`, 'USD')).toBe(written);
  });

  it('says why there is no proof where the tree lies alone, without a store around it', async () => {
    const tab = await browser.tab();
    await tab.open(`${(await plainHost(tree)).url}/#${VIEW}&currency=USD`);
    await tab.evaluate(clickOn('USD'));
    await tab.until(`document.body.innerText.includes('There is no proof: ')`);
    expect(await tab.evaluate('document.body.innerText')).toMatch(/There is no proof: .*log\/checkpoint is missing/);
  });

  it.each([
    ['no currency is chosen', VIEW],
    ['the bank states no figure of it', `${VIEW}&currency=AFN`],
  ])('says none where %s', async (_, view) => {
    expect(await commandsAt(view)).toEqual([]);
  });
});
