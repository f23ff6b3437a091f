/** The proof of a figure in the explorer, in a real Chromium: what is signed and logged holds, and what is not fails. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readSite } from '../../generator/site/files.ts';
import { toProof } from '../../generator/verify/prove.ts';
import { folderSource } from '../../generator/verify/source.ts';
import { pageTypeOf } from '../../generator/wire/answers/page.ts';
import type { TreePath } from '../../generator/wire/answers/paths.ts';
import { fileKey } from '../../generator/wire/release/keys.ts';
import { hashOf } from '../../generator/wire/words/hash.ts';
import { isoDate, providerCode } from '../../generator/wire/words/schemas.ts';
import { copied } from '../support/kit/copied.ts';
import { runProgram } from '../support/kit/run-program.ts';
import { type Browser, browserForTests, chromiumIsThere, pictured, type Tab } from '../support/servers/browser.ts';
import { type Change, EXPLORER_KEY, gatewayWithPage, plainHost } from '../support/servers/explorer.ts';
import { downloaded, marksOf, press, proven, STEPS, stepsOf, wordsOf } from '../support/servers/proof-page.ts';
import { type LoggedNight, makeNightsOf, ORIGIN, openTestStore, publishLogged } from '../support/trees/logged.ts';
import { newKeys } from '../support/trees/release-pair.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const keys = newKeys();
const strangers = newKeys();
/** A pointer that has not expired; the same for all stores, so that the same nights have the same entries. */
const NOW = new Date(Math.floor(Date.now() / 1000) * 1000);
const VIEW = 'why?provider=ECB&date=2026-03-10&currency=USD';
const FIGURE = { provider: providerCode.parse('ECB'), date: isoDate.parse('2026-03-10'), currency: 'USD' };
const PUBLIC_KEY = keys.pem
  .replaceAll(/-----.*-----|\s/g, '')
  .replaceAll('+', '-')
  .replaceAll('/', '_');
const WITH_KEY = `${VIEW}&public-key=${PUBLIC_KEY}`;

let browser: Browser;
/** The store, the same after its first night, one that was written anew with the same key, and one of another key. */
let [store, early, rewritten, other, unpublished] = ['', '', '', '', ''];
let [gateway, answerKey] = ['', ''];
beforeAll(async () => {
  if (!chromiumIsThere) return;
  const days = ['2026-03-10', '2026-03-11', '2026-03-12', '2026-03-13'];
  const nights = await makeNightsOf({ site: readSite() }, ...days);
  const [first, second, third, fourth] = nights as [LoggedNight, LoggedNight, LoggedNight, LoggedNight];
  early = await storeOf(keys, first);
  store = await storeOf(keys, first, second, fourth);
  rewritten = await storeOf(keys, second, third, fourth);
  other = await storeOf(strangers, first, second, fourth);
  unpublished = fourth.tree;
  const [path, text] = JSON.parse(await toProof(folderSource(store), FIGURE)).answer as [TreePath, string];
  answerKey = fileKey(path, hashOf(text));
  browser = await browserForTests();
  gateway = await gatewayWithPage(store);
});

async function storeOf(signing: typeof keys, ...nights: readonly LoggedNight[]): Promise<string> {
  const into = await openTestStore();
  for (const { tree, archive } of nights)
    await publishLogged(into, signing, { tree, archive: copied(archive) }, { now: () => NOW });
  return into.name.replace(/\/$/, '');
}

const fileIn = (dir: string, path: string) =>
  existsSync(join(dir, path)) ? readFileSync(join(dir, path), 'utf8') : null;

async function opened(address: string): Promise<Tab> {
  const tab = await browser.tab();
  await tab.open(address);
  return tab;
}

async function provenAt(address: string): Promise<Tab> {
  const tab = await opened(address);
  await proven(tab);
  return tab;
}

describe.skipIf(!chromiumIsThere)('the proof of a figure', () => {
  it('behind a gateway holds, with the key that the reader pastes, and is a file that verify accepts', async () => {
    const tab = await opened(`${gateway}/#key=${EXPLORER_KEY}&${VIEW}`);
    const loaded = () => [...tab.loaded.values()].map(({ url }) => url);
    expect(loaded().filter((url) => /explorer-(prove|schemas)/.test(url))).toEqual([]);
    await proven(tab);
    expect(loaded().some((url) => url.endsWith('explorer-prove.js'))).toBe(true);
    expect(await marksOf(tab)).toBe('?✓✓?–?');
    expect(await wordsOf(tab)).toContain(`says that its key is ${keys.id}: that is only its word`);
    await tab.evaluate(`document.querySelector('.proof input').focus()`);
    await tab.type(keys.pem);
    await press(tab, 'Trust this key');
    await tab.until(`document.querySelector('.proof').textContent.includes('You trust the key')`);
    expect(await marksOf(tab)).toBe('✓✓✓✓–?');
    // Another visit has the key and the checkpoint.
    await tab.open(`${gateway}/?again#${VIEW}`);
    await proven(tab);
    const steps = await stepsOf(tab);
    const { exchangeRates } = JSON.parse(`${fileIn(store, answerKey)}`);
    expect(steps[0]).toMatch(
      new RegExp(`^✓ Release [0-9a-f]{16} \\(sequence 3\\) .* signed by your key ${keys.id}\\.$`),
    );
    expect(steps[1]).toMatch(new RegExp(`^✓ 1 EUR = ${exchangeRates.USD} USD: this file is in release [0-9a-f]{16}, `));
    expect(steps[2]).toContain(`is number 3 of 3 in the log ${ORIGIN}, put there at `);
    expect(steps[3]).toMatch(/^✓ The checkpoint \(3 entries, root [0-9a-f]{16}…\) is signed by your key /);
    expect(steps[4]).toBe('– No witness is named: nothing says that anybody else was shown this log.');
    expect(steps[5]).toBe('✓ You saw checkpoint 3 before: the log was not rewritten since.');
    expect(await wordsOf(tab)).toContain('Proven: every step holds.');
    const file = await downloaded(tab, 'ECB-2026-03-10-USD.proof');
    writeFileSync(`${file}.pub`, keys.pem);
    const { status, stdout } = runProgram(['verify', file, '--public-key', `${file}.pub`]);
    expect([status, stdout]).toEqual([0, expect.stringMatching(/1 EUR = .*all good\n$/s)]);
    expect(tab.complaints).toEqual([]);
    await tab.evaluate(AXE);
    expect(await tab.evaluate('axe.run().then(({ violations }) => violations.map(({ id }) => id))')).toEqual([]);
    await pictured(tab, 'proof');
  });

  it.each([
    ['a bank, of a store on a plain host', async () => (await plainHost(store)).url, WITH_KEY],
    ['GLOBAL', async () => (await plainHost(store)).url, WITH_KEY.replace('ECB', 'GLOBAL')],
    ['GLOBAL, behind a gateway', async () => gateway, `key=${EXPLORER_KEY}&${WITH_KEY.replace('ECB', 'GLOBAL')}`],
  ])('of %s holds, with a key in the address', async (_, host, view) => {
    const tab = await provenAt(`${await host()}/#${view}`);
    expect(await marksOf(tab)).toBe('✓✓✓✓–?');
    expect(await wordsOf(tab)).toContain('It stands in the address of this page');
  });

  it('fails when the log was rewritten or cut since the checkpoint that was seen, and holds when it has grown', async () => {
    let dir = early;
    const { url } = await plainHost(store, (path) => fileOf(dir, path));
    const tab = await browser.tab();
    const nowIn = async (folder: string) => {
      dir = folder;
      // Another query, so that the browser loads the page anew.
      await tab.open(`${url}/?${hashOf(`${folder} ${performance.now()}`)}#${WITH_KEY}`);
      await proven(tab);
      return [await marksOf(tab), (await stepsOf(tab)).at(-1)];
    };
    const first =
      '? You see this log for the first time. This browser keeps the checkpoint, to compare it with later ones.';
    expect(await nowIn(early)).toEqual(['✓✓✓✓–?', first]);
    const isRewritten = '✗ the log was rewritten: it does not go on from the 1 entries that you saw before.';
    expect(await nowIn(rewritten)).toEqual(['✓✓✓✓–✗', isRewritten]);
    expect(await wordsOf(tab)).toContain('Not proven: a step fails.');
    expect(await wordsOf(tab)).not.toContain('Download the proof');
    const isGrown = '✓ You saw checkpoint 1 before: the log was not rewritten since.';
    expect(await nowIn(store)).toEqual(['✓✓✓✓–✓', isGrown]);
    const isCut = '✗ you saw 3 entries before, and now the log has 1: it was cut, or is an old copy.';
    expect(await nowIn(early)).toEqual(['✓✓✓✓–✗', isCut]);
    await press(tab, 'Forget what I saw');
    await tab.until(`${STEPS}.at(-1)?.includes('for the first time')`);
  });
});

/** What a host of the folder answers. */
function fileOf(dir: string, path: string): ReturnType<Change> {
  return (response) => {
    const file = join(dir, path);
    if (!existsSync(file)) return response.writeHead(404).end();
    const type = pageTypeOf(path) ?? 'application/octet-stream';
    return response.writeHead(200, { 'content-type': type }).end(readFileSync(file));
  };
}

const spoilt = (text: string | null) => `${text}`.replace(/"USD":(\d)/, (_, digit) => `"USD":${digit === '1' ? 2 : 1}`);

/** The pointer with four zeros at the beginning of the fields. */
const pointerWith = (...fields: readonly string[]) =>
  fields.reduce(
    (text, field) => {
      const at = text.indexOf(field) + field.length;
      return `${text.slice(0, at)}0000${text.slice(at + 4)}`;
    },
    `${fileIn(store, 'current.json')}`,
  );

/** The third entry with another sequence, which the checkpoint does not sign. */
function spoiltEntries(response: ServerResponse): void {
  const bytes = readFileSync(join(store, 'log/tile/entries/000.p/3'));
  bytes.write(' 9 ', bytes.indexOf(' 3 '));
  response.writeHead(200).end(bytes);
}

describe.skipIf(!chromiumIsThere)('a proof fails', () => {
  it.each<[string, Change, string, RegExp]>([
    [
      'with one digit changed in the answer',
      (path) => (path === answerKey ? spoilt(fileIn(store, path)) : null),
      '✓✗✓✓–?',
      /EUR\.json is not what the release states for ECB of 2026-03-10/,
    ],
    [
      'with another root in the pointer, and the id that is made from it',
      (path) => (path === 'current.json' ? pointerWith('"release":"', '"root":"') : null),
      '✗✗✗',
      /does not have the signature of your key/,
    ],
    [
      'with another root in the pointer, under the id of the release',
      (path) => (path === 'current.json' ? pointerWith('"root":"') : null),
      '✗',
      /not a pointer: .* the id of the release is not made from its root/,
    ],
    [
      'with a checkpoint signed by another key',
      (path) => (path === 'log/checkpoint' ? fileIn(other, path) : null),
      '✓✓✓✗–',
      /The checkpoint \(3 entries, root \w+…\) is not signed by your key/,
    ],
    [
      'with an entry of the log that is another',
      (path) => (path.startsWith('log/tile/entries/') ? spoiltEntries : null),
      '✓✓✗',
      /the proof does not lead from entry 2 to the root of the checkpoint/,
    ],
    [
      'of a store of another key',
      (path) => (path === 'current.json' || path === 'log/checkpoint' ? fileIn(other, path) : null),
      '✗✓✓✗–',
      /has not signed that release \w+ is in force; key \w+ has, they say/,
    ],
    [
      'on a host without a pointer',
      (path) => (path === 'current.json' ? (response) => response.writeHead(404).end() : null),
      '✗',
      /This host has no pointer to a release/,
    ],
  ])('%s', async (_, change, marks, words) => {
    const { url } = await plainHost(store, change);
    const tab = await provenAt(`${url}/#${WITH_KEY}`);
    expect([await marksOf(tab), await wordsOf(tab)]).toEqual([marks, expect.stringMatching(words)]);
    expect(await wordsOf(tab)).toContain('Not proven: a step fails.');
    expect(await wordsOf(tab)).not.toContain('Download the proof');
  });

  it('behind a gateway that changes a digit of its answer', async () => {
    const tab = await opened(`${gateway}/#key=${EXPLORER_KEY}&${WITH_KEY}`);
    await tab.evaluate(`(() => {
      const real = fetch;
      window.fetch = async (address, options) => {
        const response = await real(address, options);
        if (!String(address).startsWith('v1/historical?provider=ECB&date=')) return response;
        return new Response((await response.text()).replace(/"USD":\\d/, '"USD":7'), { status: 200 });
      };
    })()`);
    await proven(tab);
    expect(await marksOf(tab)).toBe('✓✗✓✓–?');
  });
});

describe.skipIf(!chromiumIsThere)('a proof says plainly', () => {
  it('that a tree without a log has none, and that nobody signed it', async () => {
    const tab = await provenAt(`${(await plainHost(unpublished)).url}/#${WITH_KEY}`);
    expect(await marksOf(tab)).toBe('✗✓?');
    expect(await wordsOf(tab)).toMatch(/nobody has\..*This host has no log of releases/s);
  });

  it('that the browser has no Ed25519, and what was not checked', async () => {
    const tab = await opened(`${gateway}/#key=${EXPLORER_KEY}&${WITH_KEY}`);
    await tab.evaluate(
      `crypto.subtle.importKey = () => Promise.reject(new DOMException('none', 'NotSupportedError')), true`,
    );
    await proven(tab);
    expect(await marksOf(tab)).toBe('?✓✓?–?');
    expect(await wordsOf(tab)).toContain('Who signed that is not checked: this browser has no Ed25519.');
  });

  it('that the browser gives no WebCrypto to a page without https', async () => {
    const tab = await opened(`${gateway}/#key=${EXPLORER_KEY}&${WITH_KEY}`);
    await tab.evaluate(`Object.defineProperty(crypto, 'subtle', { value: undefined }), true`);
    await press(tab, 'Prove this figure');
    await tab.until(`document.querySelector('.proof [role=alert]')`);
    expect([await wordsOf(tab), await marksOf(tab)]).toEqual([expect.stringContaining('on https only'), '']);
  });

  it('that what was pasted is no key, and that the key of the address is none', async () => {
    const tab = await provenAt(`${(await plainHost(store)).url}/#${VIEW}&public-key=abc`);
    expect(await wordsOf(tab)).toContain('this is no public key: paste the file in PEM');
    await tab.evaluate(`document.querySelector('.proof input').focus()`);
    await tab.type('not a key');
    await press(tab, 'Trust this key');
    await tab.until(`document.querySelector('.proof').textContent.includes('It is not kept: this is no public key')`);
  });

  it('what a log cannot prove, and asks for a currency first', async () => {
    const tab = await provenAt(`${(await plainHost(store)).url}/#${WITH_KEY}`);
    expect(await wordsOf(tab)).toContain('A log cannot prove that a figure is right, or what the bank said');
    await tab.open(`${(await plainHost(store)).url}/#why?provider=ECB&date=2026-03-10`);
    const main = await tab.evaluate<string>(`document.querySelector('main').textContent`);
    expect(main).toContain('Choose a currency to prove its figure.');
  });
});
