/** Witnesses that the reader trusts, in the proof of a figure, in a real Chromium: the page judges as `verify` does. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseWitness } from '../../generator/log/witness.ts';
import { readSite } from '../../generator/site/files.ts';
import { runProgram } from '../support/kit/run-program.ts';
import { withMlDsa } from '../support/log/ml-dsa.ts';
import { type Browser, browserForTests, chromiumIsThere, type Tab } from '../support/servers/browser.ts';
import { type Change, plainHost } from '../support/servers/explorer.ts';
import { downloaded, marksOf, press, proven, stepsOf, wordsOf } from '../support/servers/proof-page.ts';
import { startWitness, type TestWitness } from '../support/servers/witness.ts';
import { LOG, type LoggedNight, makeNightsOf, ORIGIN, openTestStore, publishLogged } from '../support/trees/logged.ts';
import { newKeys } from '../support/trees/release-pair.ts';

const keys = newKeys();
const raw = Buffer.from(keys.signer?.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32) ?? []);
const PUBLIC_KEY = encodeURIComponent(keys.pem.replaceAll(/-----.*-----|\s/g, ''));
const VIEW = `why?provider=ECB&date=2026-03-10&currency=USD&public-key=${PUBLIC_KEY}`;
const TIME = '2026-03-14T14:53:20Z';
const LAST_LINE = /(— \S+ [^\n]+)(?=\n$)/;

let browser: Browser;
let store = '';
/** Two have signed, and the third has not. */
let [one, two, absent]: readonly TestWitness[] = [];
const vkeyOf = (witness: TestWitness | undefined) => witness?.vkey ?? '';

beforeAll(async () => {
  if (!chromiumIsThere) return;
  const logs = new Map([[ORIGIN, raw]]);
  [one, two, absent] = await Promise.all(
    ['w1.example', 'w2.example/w', 'w3.example'].map((name) => startWitness(name, logs)),
  );
  const [night] = (await makeNightsOf({ site: readSite() }, '2026-03-10')) as [LoggedNight];
  const into = await openTestStore();
  const witnesses = [one, two].map((witness) => parseWitness(witness?.flag ?? ''));
  await publishLogged(into, keys, night, { log: { ...LOG, witnesses, quorum: 2 }, now: () => new Date() });
  store = into.name.replace(/\/$/, '');
  browser = await browserForTests();
});

async function provenAt(more: string, change?: Change): Promise<Tab> {
  const tab = await browser.tab();
  await tab.open(`${(await plainHost(store, change)).url}/#${VIEW}${more}`);
  await proven(tab);
  return tab;
}

/** With the fourth step, which is about witnesses. */
async function judged(more: string, change?: Change): Promise<readonly [marks: string, step: string | undefined]> {
  const tab = await provenAt(more, change);
  return [await marksOf(tab), (await stepsOf(tab))[4]];
}

function inAddress(witnesses: readonly (TestWitness | undefined)[], quorum = ''): string {
  return `&${new URLSearchParams({ witness: witnesses.map(vkeyOf).join(' '), 'witness-quorum': quorum })}`;
}

describe.skipIf(!chromiumIsThere)('witnesses that the address names', () => {
  it('are told with the time at which each has signed, as verify tells them', async () => {
    const tab = await provenAt(inAddress([one, two]));
    expect(await marksOf(tab)).toBe('✓✓✓✓✓?');
    const signed = `witness w1.example at ${TIME}; witness w2.example/w at ${TIME}`;
    expect((await stepsOf(tab))[4]).toBe(`✓ The checkpoint is signed by ${signed}.`);
    expect(await wordsOf(tab)).toContain(
      'You trust the witnesses w1.example, w2.example/w; 2 of them must have signed',
    );
    const file = await downloaded(tab, 'ECB-2026-03-10-USD.proof');
    writeFileSync(`${file}.pub`, keys.pem);
    const flags = ['--public-key', `${file}.pub`, '--witness', vkeyOf(one), '--witness', vkeyOf(two)];
    const { status, stdout } = runProgram(['verify', file, ...flags]);
    expect([status, stdout]).toEqual([0, expect.stringContaining(`signed by the publisher; ${signed}\n`)]);
    expect(tab.complaints).toEqual([]);
  });

  it('may stand there as they are published, with each plus as it is', async () => {
    const [, step] = await judged(`&witness=${vkeyOf(one)}+${vkeyOf(two)}`);
    expect(step).toMatch(/^✓ .*w1\.example at .*w2\.example\/w at /);
  });

  it('may also have signed by a type of key that the page does not know', async () => {
    const note = withMlDsa(readFileSync(join(store, 'log/checkpoint'), 'utf8'), ORIGIN, 'w1.example');
    const [marks] = await judged(inAddress([one, two]), (path) => (path === 'log/checkpoint' ? note : null));
    expect(marks).toBe('✓✓✓✓✓?');
  });

  it('must all have signed, or as many as the quorum says', async () => {
    const missed = `w1.example at ${TIME}.`;
    const named = [one, absent];
    expect(await judged(inAddress(named))).toEqual([
      '✓✓✓✓✗?',
      `✗ 1 of the witnesses have signed, and 2 must; witness ${missed}`,
    ]);
    expect(await judged(inAddress(named, '1'))).toEqual(['✓✓✓✓✓?', `✓ The checkpoint is signed by witness ${missed}`]);
    expect(await judged(inAddress([absent]))).toEqual(['✓✓✓✓✗?', '✗ 0 of the witnesses have signed, and 1 must.']);
    const [, twice] = await judged(inAddress([one, one]));
    expect(twice).toContain('✗ 1 of the witnesses have signed, and 2 must');
  });

  it.each<[string, (note: string) => string, string]>([
    ['is forged', spoilt, '✗ a signature of w2.example/w is not that of its key.'],
    ['was taken out', (note) => note.replace(LAST_LINE, '').trimEnd().concat('\n'), '✗ 1 of the witnesses have signed'],
  ])('fail if the signature of one %s', async (_, change, words) => {
    const note = readFileSync(join(store, 'log/checkpoint'), 'utf8');
    const [marks, step] = await judged(inAddress([one, two]), (path) =>
      path === 'log/checkpoint' ? change(note) : null,
    );
    expect([marks, step]).toEqual(['✓✓✓✓✗?', expect.stringContaining(words)]);
  });

  it('that are no keys, or fewer than the quorum, are said to be so, and none is trusted', async () => {
    const wrong = vkeyOf(one).replace(/^w1/, 'w9');
    for (const [more, words] of [
      [`&witness=${encodeURIComponent(wrong)}`, `not a key of a log or a witness: ${wrong}`],
      [inAddress([one, two], '3'), '3 must have signed, and the witnesses named are 2'],
      [inAddress([one], '0'), '0 must have signed'],
    ] as const) {
      const tab = await provenAt(more);
      expect([await marksOf(tab), await wordsOf(tab)]).toEqual(['✓✓✓✓–?', expect.stringContaining(words)]);
    }
  });
});

/** The last signature, with another letter in it. */
function spoilt(note: string): string {
  return note.replace(LAST_LINE, (line) => line.replace(/.(?=.{20}$)/, (letter) => (letter === 'A' ? 'B' : 'A')));
}

describe.skipIf(!chromiumIsThere)('witnesses that the reader names', () => {
  it('are kept for the next visit, until they are to be forgotten', async () => {
    const tab = await provenAt('');
    const type = async (label: string, text: string) => {
      await tab.evaluate(`document.querySelector('.proof input[data-name^="${label}"]').focus()`);
      await tab.type(text);
    };
    await type('Keys of witnesses', `${vkeyOf(one)} ${vkeyOf(absent)}`);
    await type('How many', '1');
    await press(tab, 'Trust these witnesses');
    await tab.until(
      `document.querySelector('.proof').textContent.includes('You trust the witnesses w1.example, w3.ex')`,
    );
    expect((await stepsOf(tab))[4]).toBe(`✓ The checkpoint is signed by witness w1.example at ${TIME}.`);
    expect(await wordsOf(tab)).toContain('--public-key FILE --witness KEY --witness KEY --witness-quorum 1');
    await tab.evaluate('location.reload()');
    await tab.until(
      `[...document.querySelectorAll('.proof button')].some((one) => one.textContent === 'Prove this figure')`,
    );
    await proven(tab);
    expect((await stepsOf(tab))[4]).toContain('w1.example');
    await press(tab, 'Forget these witnesses');
    await tab.until(`document.querySelector('.proof').textContent.includes('No witness is named')`);
  });

  it('are not checked where the browser has no Ed25519', async () => {
    const tab = await browser.tab();
    await tab.open(`${(await plainHost(store)).url}/#${VIEW}${inAddress([one])}`);
    await tab.evaluate(
      `crypto.subtle.importKey = () => Promise.reject(new DOMException('none', 'NotSupportedError')), true`,
    );
    await proven(tab);
    expect((await stepsOf(tab))[4]).toMatch(/^\? Whether your witnesses have signed .* this browser has no Ed25519\.$/);
  });
});
