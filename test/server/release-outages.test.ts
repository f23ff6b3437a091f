/** A gateway over releases whose store fails before, during and after a change of release. */
import { describe, expect, it } from 'vitest';
import { openStore } from '../../server/trees/open.ts';
import { type GatewayUnderTest, gatewayOver } from '../support/servers/gateway.ts';
import { serveTree } from '../support/servers/served-tree.ts';
import { FILE_KEY, keysIn } from '../support/trees/manifests.ts';
import { NOW } from '../support/trees/release-pair.ts';
import { answersOf, copyOf, generateRelease, ours, publishAll, QUESTIONS } from '../support/trees/releases.ts';

const trees = [await generateRelease(1), await generateRelease(2)] as const;
const answers = [await answersOf(trees[0]), await answersOf(trees[1])] as const;
const first = await publishAll(trees.slice(0, 1));

/** No store of this file keeps anybody waiting: it refuses or hangs up at once. */
const TIMEOUT_MS = 20_000;

async function serve() {
  const folder = copyOf(first);
  const { url, origin, asked } = await serveTree(folder.dir);
  const store = await openStore({ kind: 'http', url }, { timeoutMs: TIMEOUT_MS, trusted: ours.trusted });
  const state = { nowMs: NOW.getTime() };
  const gateway = await gatewayOver(store, { nowMs: () => state.nowMs });
  return { folder, origin, asked, state, gateway };
}

/** The place of the release to which each answer belongs, or 503. A body that belongs to no release is an error. */
async function placesOf({ ask }: GatewayUnderTest, questions: readonly string[] = QUESTIONS): Promise<number[]> {
  const places: number[] = [];
  for (const question of questions) {
    const { status, text, headers } = await ask(question);
    const place = answers.findIndex(({ release }) => release === headers['ratetree-release']);
    if (status === 200) expect(text, question).toBe(answers[place]?.bodies.get(question));
    places.push(status === 200 ? place : status);
  }
  return places;
}

const ALL = (place: number) => QUESTIONS.map(() => place);

describe.each(['failing', 'gone'] as const)('a store that is %s', (mode) => {
  it('is not needed for what is in memory; the rest is answered with 503 until it is back', async () => {
    const { origin, state, gateway } = await serve();
    const known = QUESTIONS.slice(0, 6);
    expect(await placesOf(gateway, known)).toEqual(known.map(() => 0));
    origin.mode = mode;
    expect(await gateway.catalogue.refresh()).toBe(false);
    expect(await placesOf(gateway, known)).toEqual(known.map(() => 0));
    expect(await placesOf(gateway, ['/v1/latest?provider=NBP&format=csv'])).toEqual([503]);
    expect(gateway.metricsText()).toMatch(/^ratetree_origin_errors_total [1-9]/m);
    origin.mode = 'well';
    state.nowMs += 5000;
    expect(await placesOf(gateway)).toEqual(ALL(0));
  });

  it('during a change leaves the old release complete, and the change follows when the store is back', async () => {
    const { folder, origin, gateway } = await serve();
    expect(await placesOf(gateway)).toEqual(ALL(0));
    const before = new Set((await keysIn(folder.dir)).values());
    await folder.publish(trees[1]);
    // The pointer and the manifests can be read, but not the new files of the release.
    origin.mode = { of: (path) => FILE_KEY.test(path.slice(1)) && !before.has(path.slice(1)), is: mode };
    for (let times = 0; times < 2; times++) {
      expect(await gateway.catalogue.refresh()).toBe(false);
      expect(await placesOf(gateway)).toEqual(ALL(0));
    }
    origin.mode = 'well';
    expect(await gateway.catalogue.refresh()).toBe(true);
    expect(await placesOf(gateway)).toEqual(ALL(1));
  });

  it('right after a change takes nobody back, because the files in use were read before it', async () => {
    const { folder, origin, gateway } = await serve();
    expect(await placesOf(gateway)).toEqual(ALL(0));
    await folder.publish(trees[1]);
    await gateway.catalogue.refresh();
    origin.mode = mode;
    expect(await placesOf(gateway)).toEqual(ALL(1));
  });

  it('at the start is answered with 503, and everything is answered as soon as it is back', async () => {
    const folder = copyOf(first);
    const { url, origin } = await serveTree(folder.dir);
    origin.mode = mode;
    const gateway = await gatewayOver(await openStore({ kind: 'http', url }, { timeoutMs: TIMEOUT_MS, trusted: null }));
    expect(await placesOf(gateway, ['/v1/latest'])).toEqual([503]);
    expect((await gateway.ask('/v1/latest', { headers: {} })).status).toBe(401);
    origin.mode = 'well';
    await gateway.catalogue.refresh();
    expect(await placesOf(gateway)).toEqual(ALL(0));
  });
});

describe('a new latest fixing', () => {
  it('has its table read in advance for clients that convert', async () => {
    const { folder, origin, gateway } = await serve();
    await gateway.ask('/v1/convert?amount=1');
    await folder.publish(await generateRelease(3, { until: '2026-03-12' }));
    await gateway.catalogue.refresh();
    origin.mode = 'gone';
    const { status, text } = await gateway.ask('/v1/convert?amount=1');
    expect([status, JSON.parse(text).date]).toEqual([200, '2026-03-12']);
  });
});

describe('a gateway that checks for a new release', () => {
  it('asks for the pointer and nothing else', async () => {
    const { asked, gateway } = await serve();
    const before = asked.length;
    for (let times = 0; times < 3; times++) await gateway.catalogue.refresh();
    expect(asked.slice(before)).toEqual(['GET /current.json', 'GET /current.json', 'GET /current.json']);
  });
});
