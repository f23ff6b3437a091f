/**
 * Releases follow one another while clients ask without pause. Every figure differs from release to release, so that
 * each answer shows its release. It must be the release that it names, and no client may see an older one afterwards.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../server/trees/open.ts';
import type { Store } from '../../server/trees/store.ts';
import { randomOf } from '../support/kit/random.ts';
import { type GatewayUnderTest, gatewayOver } from '../support/servers/gateway.ts';
import { listen } from '../support/servers/loopback.ts';
import { answersOf, copyOf, generateRelease, ours, publishAll, QUESTIONS } from '../support/trees/releases.ts';

const trees = await Promise.all([1, 2, 3, 4, 5].map((place) => generateRelease(place)));
const answers = await Promise.all(trees.map(answersOf));
const order = answers.map(({ release }) => release);
const first = await publishAll(trees.slice(0, 1));

const POLL_MS = 10;
const CLIENTS = 6;

interface Told {
  readonly wrong: string[];
  readonly seen: Set<number>;
  asked: number;
}

/** One client, which asks again after each answer, and notes answers that no client may see. */
async function keepAsking({ ask }: GatewayUnderTest, seed: number, told: Told, isOver: () => boolean): Promise<void> {
  const random = randomOf(seed);
  let newest = 0;
  while (!isOver()) {
    const question = random.pick(QUESTIONS);
    const { status, headers, text } = await ask(question);
    const place = order.indexOf(headers['ratetree-release'] ?? '');
    told.asked++;
    told.seen.add(place);
    if (status !== 200 || answers[place]?.bodies.get(question) !== text)
      told.wrong.push(`${status} ${place} ${question}`);
    if (place < newest) told.wrong.push(`${newest} and then ${place}`);
    newest = place;
    if (random.below(4) === 0) await sleep(1); // else what memory holds would never let the poll have its turn
  }
}

/** Answers after varying milliseconds, like a store far away, so that answers overtake one another. */
async function serveSlowly(dir: string): Promise<string> {
  const random = randomOf(7);
  const { url } = await listen(async (request, response) => {
    await sleep(random.below(8));
    readFile(join(dir, request.url ?? '')).then(
      (bytes) => response.writeHead(200).end(bytes),
      () => response.writeHead(403).end(),
    );
  });
  return url;
}

const open = (url: string) => openStore({ kind: 'http', url }, { timeoutMs: 5000, trusted: ours.trusted });
const PLACES: readonly (readonly [string, (dir: string) => Promise<Store>])[] = [
  ['a folder', async (path) => openStore({ kind: 'directory', path }, { timeoutMs: 5000, trusted: ours.trusted })],
  ['a slow HTTP origin', async (dir) => open(await serveSlowly(dir))],
];

describe.each(PLACES)('releases from %s', (_, openAt) => {
  it.each([
    ['in a memory that holds all', 16 * 1024 * 1024],
    ['in a memory that holds a few files', 40_000],
  ])('are followed without mixing them and without going back, %s', async (_size, cacheBytesMax) => {
    const folder = copyOf(first);
    const store = await openAt(folder.dir);
    const gateway = await gatewayOver(store, { cacheBytesMax });
    const told: Told = { wrong: [], seen: new Set(), asked: 0 };
    let isOver = false;
    gateway.catalogue.start(POLL_MS);
    const clients = Array.from({ length: CLIENTS }, (_client, seed) => keepAsking(gateway, seed, told, () => isOver));
    for (const [place, tree] of trees.entries()) {
      if (place > 0) await folder.publish(tree);
      while (gateway.catalogue.current?.release.release !== order[place]) await sleep(5);
      const before = told.asked;
      while (told.asked < before + 20 * CLIENTS) await sleep(5);
    }
    isOver = true;
    await Promise.all(clients);
    gateway.catalogue.stop();
    await store.close();
    expect(told.wrong).toEqual([]);
    expect([...told.seen].sort()).toEqual([0, 1, 2, 3, 4]);
    expect(store.following()).toMatchObject({ refused: 0, corrupted: 0, pointer: { sequence: 5 } });
  });
});
