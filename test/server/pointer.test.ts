/** How a gateway follows the pointer: which one it accepts, which it refuses, and that it always goes on answering. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Pointer, parsePointer, pointerText } from '../../generator/wire/release/pointer.ts';
import { folderObjects } from '../../server/trees/open.ts';
import { ReleaseStore } from '../../server/trees/release.ts';
import { PointerRefused, type Store } from '../../server/trees/store.ts';
import { type GatewayUnderTest, gatewayOver } from '../support/servers/gateway.ts';
import type { ReleaseFolder } from '../support/trees/release-folder.ts';
import { LATER, NOW, newKeys } from '../support/trees/release-pair.ts';
import { answersOf, copyOf, generateRelease, ours, publishAll, QUESTIONS } from '../support/trees/releases.ts';

const trees = [await generateRelease(1), await generateRelease(2)] as const;
const answers = [await answersOf(trees[0]), await answersOf(trees[1])] as const;
const first = await publishAll(trees.slice(0, 1));
const theirs = newKeys();

/** A gateway that serves the first release, and the folder with what has been published, for changes. */
async function serving(trusted = ours.trusted) {
  const folder = copyOf(first);
  const store = new ReleaseStore(folderObjects(folder.dir), trusted);
  const state = { nowMs: NOW.getTime() };
  const gateway = await gatewayOver(store, { nowMs: () => state.nowMs });
  return { folder, store, gateway, state };
}

async function expectAnswers({ ask }: GatewayUnderTest, place: 0 | 1): Promise<void> {
  for (const question of QUESTIONS) {
    const { text, headers } = await ask(question);
    expect(headers['ratetree-release'], question).toBe(answers[place].release);
    expect(text, question).toBe(answers[place].bodies.get(question));
  }
}

function metricOf({ metricsText }: GatewayUnderTest, name: string): string | undefined {
  return new RegExp(`^ratetree_${name} (.*)$`, 'm').exec(metricsText())?.[1];
}

function changed(folder: ReleaseFolder, more: Partial<Pointer>): void {
  folder.write('current.json', pointerText({ ...parsePointer(folder.read('current.json').toString()), ...more }));
}

describe('a new pointer', () => {
  it('is followed: every answer is from the new release and names it', async () => {
    const { folder, gateway } = await serving();
    await expectAnswers(gateway, 0);
    await folder.publish(trees[1]);
    expect(await gateway.catalogue.refresh()).toBe(true);
    await expectAnswers(gateway, 1);
    expect(gateway.said.at(-1)).toBe(`release ${answers[1].release} of 2026-03-13 answers`);
  });

  it('to an older release is followed, too, if its sequence is new', async () => {
    const { folder, gateway } = await serving();
    await folder.publish(trees[1]);
    await gateway.catalogue.refresh();
    await expectAnswers(gateway, 1);
    folder.point({ release: answers[0].release, root: first.manifests[0]?.rootHash ?? '' });
    await gateway.catalogue.refresh();
    await expectAnswers(gateway, 0);
    expect(metricOf(gateway, 'pointer_sequence')).toBe('3');
  });

  it('to the same release changes nothing except its own metrics', async () => {
    const { folder, store, gateway } = await serving();
    const tree = await store.current();
    folder.point({}, ours.signer, LATER(1));
    await gateway.catalogue.refresh();
    expect(gateway.catalogue.current?.tree).toBe(tree);
    expect(metricOf(gateway, 'pointer_sequence')).toBe('2');
    expect(metricOf(gateway, 'pointer_expires_seconds')).toBe(`${9 * 86_400}`);
    expect(gateway.said).toHaveLength(1);
  });
});

describe('a pointer is refused, counted and reported once, and the release before it goes on answering', () => {
  const CASES: readonly (readonly [string, (folder: ReleaseFolder) => unknown, RegExp])[] = [
    ['signed by a stranger', (folder) => folder.point({}, theirs.signer), /signed by key .*, which is not trusted/],
    ['signed by nobody', (folder) => folder.point({}, null), /nobody signed it/],
    [
      'with another release than was signed',
      (folder) => changed(folder, { release: 'f'.repeat(16), root: 'f'.repeat(64) }),
      /signature/,
    ],
    [
      'with an id that is not made from its root',
      (folder) => changed(folder, { release: 'f'.repeat(16) }),
      /the id of the release is not made from its root/,
    ],
    ['with a higher sequence than was signed', (folder) => changed(folder, { sequence: 99 }), /signature/],
    [
      'with a later expiry than was signed',
      (folder) => changed(folder, { expires: '2030-01-01T00:00:00Z' }),
      /signature/,
    ],
    [
      'that our key signed for another store',
      (folder) => folder.point({ store: 'f'.repeat(16) }),
      /is of the store f{16}/,
    ],
    ["under our key's name", (folder) => changed(folder, { key: theirs.id }), /not trusted/],
    ['cut off', (folder) => folder.write('current.json', folder.read('current.json').subarray(0, 200)), /not JSON/],
    ['that is a page of apologies', (folder) => folder.write('current.json', '<html>503</html>'), /not a pointer/],
    ['that is empty', (folder) => folder.write('current.json', ''), /not a pointer/],
  ];

  it.each(CASES)('%s', async (_, spoil, words) => {
    const { folder, gateway } = await serving();
    await folder.publish(trees[1]);
    spoil(folder);
    for (let times = 1; times <= 3; times++) {
      expect(await gateway.catalogue.refresh()).toBe(false);
      expect(metricOf(gateway, 'pointer_refused_total')).toBe(`${times}`);
    }
    await expectAnswers(gateway, 0);
    const told = gateway.said.filter((line) => line.includes('is refused'));
    expect(told).toHaveLength(1);
    expect(told[0]).toMatch(words);
    folder.point();
    expect(await gateway.catalogue.refresh()).toBe(true);
    await expectAnswers(gateway, 1);
  });

  it('if it is signed but older than the one that is served', async () => {
    const { folder, gateway } = await serving();
    const old = folder.read('current.json');
    await folder.publish(trees[1]);
    await gateway.catalogue.refresh();
    folder.write('current.json', old);
    expect(await gateway.catalogue.refresh()).toBe(false);
    await expectAnswers(gateway, 1);
    expect(metricOf(gateway, 'pointer_refused_total')).toBe('1');
    expect(gateway.said.at(-1)).toContain('its sequence is 1, and 2 is served');
    expect(metricOf(gateway, 'pointer_sequence')).toBe('2');
  });

  it('if it is older than the one that is served, even when nobody signs', async () => {
    const folder = copyOf(first);
    const store = new ReleaseStore(folderObjects(folder.dir), null);
    await store.current();
    changed(folder, { sequence: 7, key: null, signature: null });
    expect((await store.current())?.release.release).toBe(answers[0].release);
    changed(folder, { sequence: 6 });
    await expect(store.current()).rejects.toThrow(PointerRefused);
  });

  it('at the start: nothing is answered until there is a valid one', async () => {
    const folder = copyOf(first);
    folder.point({}, theirs.signer);
    const store: Store = new ReleaseStore(folderObjects(folder.dir), ours.trusted);
    const gateway = await gatewayOver(store);
    expect((await gateway.ask('/v1/latest')).status).toBe(503);
    expect(metricOf(gateway, 'pointer_refused_total')).toBe('1');
    folder.point();
    await gateway.catalogue.refresh();
    await expectAnswers(gateway, 0);
  });
});

describe('an expired pointer', () => {
  it('does not stop the gateway; metrics show since when it has been expired', async () => {
    const { folder, gateway, state } = await serving();
    expect(metricOf(gateway, 'pointer_expires_seconds')).toBe(`${8 * 86_400}`);
    state.nowMs = LATER(9).getTime();
    expect(await gateway.catalogue.refresh()).toBe(true);
    expect(metricOf(gateway, 'pointer_expires_seconds')).toBe('-86400');
    await expectAnswers(gateway, 0);
    await folder.publish(trees[1]); // signed for the day of the first, so expired on arrival
    expect(await gateway.catalogue.refresh()).toBe(true);
    await expectAnswers(gateway, 1);
  });
});

describe('a publisher changes its key', () => {
  it('while the gateway trusts both for a time', async () => {
    const both = new Map([...ours.trusted, ...theirs.trusted]);
    const { folder, gateway } = await serving(both);
    await expectAnswers(gateway, 0);
    await folder.publish(trees[1]);
    folder.point({}, theirs.signer);
    expect(await gateway.catalogue.refresh()).toBe(true);
    await expectAnswers(gateway, 1);
  });

  it('and the gateway reads public keys from files', () => {
    expect(readFileSync(join(first.dir, 'current.json'), 'utf8')).toContain(`"key":"${ours.id}"`);
    expect([...ours.trusted.keys()]).toEqual([ours.id]);
  });
});
