/** The commands by which the page says that a figure is proved, taken from a real Chromium and run. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readSite } from '../../generator/site/files.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { copied } from '../support/kit/copied.ts';
import { runProgramBeside } from '../support/kit/run-program.ts';
import { type Browser, browserForTests, chromiumIsThere } from '../support/servers/browser.ts';
import { plainHost } from '../support/servers/explorer.ts';
import { makeNightsOf, openTestStore, publishLogged } from '../support/trees/logged.ts';
import { newKeys } from '../support/trees/release-pair.ts';

const VIEW = 'why?provider=ECB&date=2026-03-10';
const COMMANDS = `[...document.querySelectorAll('main code')].map((one) => one.textContent)`;
const keys = newKeys();
let browser: Browser;
let host = '';

beforeAll(async () => {
  if (!chromiumIsThere) return;
  const store = await openTestStore();
  for (const { tree, archive } of await makeNightsOf({ site: readSite() }, '2026-03-10', '2026-03-11'))
    await publishLogged(store, keys, { tree, archive: copied(archive) }, { now: () => new Date() });
  host = (await plainHost(store.name.replace(/\/$/, ''))).url;
  browser = await browserForTests();
});

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
  });

  it.each([
    ['no currency is chosen', VIEW],
    ['the bank states no figure of it', `${VIEW}&currency=AFN`],
  ])('says none where %s', async (_, view) => {
    expect(await commandsAt(view)).toEqual([]);
  });
});
