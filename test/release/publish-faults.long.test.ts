/**
 * A publisher that is killed and a store that fails, while readers must not notice: the compiled program against a real
 * S3 engine, with a proxy in between that counts requests and fails at a chosen one.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openGenerated } from '../../generator/release/pointer/generated.ts';
import { publish } from '../../generator/release/publish/publish.ts';
import { openObjectStore } from '../../generator/release/store/open.ts';
import type { ObjectStore } from '../../generator/release/store/store.ts';
import { storeSource } from '../../generator/release/verify/source.ts';
import { verifyTarget } from '../../generator/release/verify/verify.ts';
import { currencyCode } from '../../generator/wire/words/schemas.ts';
import { openStore as openOrigin } from '../../server/trees/open.ts';
import { freshFolder, writeLines } from '../support/banks/archives.ts';
import { PROGRAM } from '../support/kit/program.ts';
import { type Engine, engineIsThere, startEngine } from '../support/servers/engine.ts';
import { type FaultProxy, type ProxiedRequest, startFaultProxy } from '../support/servers/fault-proxy.ts';
import { gatewayOver } from '../support/servers/gateway.ts';
import { dailyLines, generateFrom } from '../support/trees/trees.ts';

const BASES = new Set([currencyCode.parse('EUR'), currencyCode.parse('USD')]);
const KILLS = 20;
/** Five currencies make a tree of 56 files: several rounds of uploads, and the store is slow to take each. */
const FEW = / EUR\/(CHF|GBP|JPY|SEK|USD) /;

/** Two nights in which every figure differs, so that it is clear which of them a reader sees. */
const nights: {
  readonly tree: string;
  readonly archive: string;
  readonly release: string;
  readonly dollars: string;
}[] = [];

async function makeNight(scale: string, dollars: string): Promise<void> {
  const [tree, archive] = [freshFolder(), freshFolder()];
  const few = dailyLines('2026-03-09', '2026-03-12').filter((line) => FEW.test(line));
  const lines = few.map((line) => line.replace(/ (\d+)\.(\d+)$/, ` $1.${scale}$2`));
  await writeLines(archive, 'ECB', lines);
  const { release } = await generateFrom({ ECB: lines }, tree, { bases: BASES, historyBases: BASES });
  nights.push({ tree, archive, release, dollars });
}

interface Ended {
  readonly code: number | null;
  readonly killed: boolean;
  readonly errors: string;
}

describe.skipIf(!engineIsThere)('publishing to a real store', () => {
  let engine: Engine;
  let proxy: FaultProxy;
  let bucket = '';
  const stores: ObjectStore[] = [];

  beforeAll(async () => {
    await makeNight('', '25.103');
    await makeNight('9', '25.9103');
    engine = await startEngine();
    proxy = await startFaultProxy(engine.endpoint);
    bucket = await engine.makeBucket();
  });
  afterAll(async () => {
    for (const store of stores) await store.close();
    await proxy?.stop();
    await engine?.stop();
  });

  const open = async (prefix: string, endpoint = engine.endpoint) => {
    const connection = { ...engine.connection(endpoint), willWrite: true };
    const store = await openObjectStore(`s3://${bucket}/${prefix}`, connection);
    stores.push(store);
    return store;
  };

  async function publishHere(store: ObjectStore, night: number) {
    const { tree = '', archive = '' } = nights[night] ?? {};
    const steps = { store, signer: null, now: () => new Date(), onProgress: () => {} };
    return publish({ ...steps, tree: await openGenerated(tree), archiveDir: archive });
  }

  /** Starts the compiled program, which reaches the store through the proxy. */
  function start(prefix: string, night: number): { readonly child: ChildProcess; readonly ended: Promise<Ended> } {
    const { tree = '', archive = '' } = nights[night] ?? {};
    const flags = ['--from', tree, '--archive', archive, '--endpoint', proxy.endpoint, '--path-style'];
    const child = spawn(process.execPath, [PROGRAM, 'publish', `s3://${bucket}/${prefix}`, ...flags], {
      env: { ...process.env, ...engine.env, AWS_MAX_ATTEMPTS: '2' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let errors = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      errors += chunk.toString('utf8');
    });
    const ended = once(child, 'exit').then(([code, signal]) => ({ code, killed: signal === 'SIGKILL', errors }));
    return { child, ended };
  }

  async function faultsOf(store: ObjectStore): Promise<readonly string[]> {
    const all: string[] = [];
    for (const mode of ['pointer', 'stable'] as const) {
      const options = { trusted: null, sequenceMin: null, now: new Date(), sample: null, mode };
      const { faults } = await verifyTarget({ ...options, source: storeSource(store) });
      all.push(...faults.map(({ kind, key }) => `${mode}: ${kind} ${key}`));
    }
    return all;
  }

  /** Asks a gateway on the bucket again and again: figures and release must agree, and no sequence may go back. */
  async function readThroughout(prefix: string, isOver: () => boolean): Promise<ReadonlySet<string>> {
    const origin = {
      kind: 'bucket',
      address: { bucket, prefix: `${prefix}/` },
      connection: engine.connection(),
    } as const;
    const store = await openOrigin(origin, { timeoutMs: 20_000, trusted: null });
    const gateway = await gatewayOver(store, { nowMs: () => Date.parse('2026-03-12T12:00:00Z') });
    const seen = new Set<string>();
    let sequence = 0;
    while (!isOver()) {
      await gateway.catalogue.refresh();
      for (const url of ['/v1/latest?provider=ECB&currencies=USD', '/v1/convert?provider=ECB&amount=1&to=USD']) {
        const { status, headers, text } = await gateway.ask(url);
        const release = headers['ratetree-release'] ?? '';
        const night = nights.find((one) => one.release === release);
        if (status !== 200 || night === undefined || !text.includes(`"USD":${night.dollars}}`)) {
          expect.unreachable(`${url} under release ${release}: ${status} ${text}`);
        }
        seen.add(release);
      }
      const now = store.following().pointer?.sequence ?? 0;
      expect(now).toBeGreaterThanOrEqual(sequence);
      sequence = now;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await store.close();
    return seen;
  }

  const isWrite = ({ method, target }: ProxiedRequest) => method === 'PUT' && !target.includes('/.probe');
  const isPointer = (request: ProxiedRequest) => isWrite(request) && request.target.includes('/current.json');
  const isCopy = ({ headers }: ProxiedRequest) => headers['x-amz-copy-source'] !== undefined;

  /**
   * Chooses the requests at which to kill a publish: three around the pointer, three among the copies, others between.
   */
  async function chooseMoments(): Promise<readonly number[]> {
    let before = 0;
    // The first publish of a tree asks more than a later one, which remembers some of what it was told.
    for (const prefix of ['uncounted', 'counted']) {
      await publishHere(await open(prefix), 0);
      before = proxy.requests.length;
      expect((await start(prefix, 1).ended).code).toBe(0);
    }
    const requests = proxy.requests.slice(before);
    const pointer = requests.findIndex(isPointer) + 1;
    const copies = requests.flatMap((request, place) => (isCopy(request) ? [place + 1] : []));
    expect(pointer).toBeGreaterThan(60);
    expect(copies.length).toBeGreaterThan(30);
    // Not the very last ones, because the number of reads varies by one or two.
    const chosen = [pointer - 1, pointer, pointer + 1, copies[5], copies[copies.length >> 1], copies.at(-4)];
    const moments = new Set(chosen.filter((moment) => moment !== undefined));
    for (let place = 1; moments.size < KILLS; place++)
      moments.add(Math.floor(((requests.length - 4) * place) / (KILLS - 5)));
    return [...moments].sort((left, right) => left - right);
  }

  it('finishes after a kill at any of twenty moments, and readers see one release or the other', async () => {
    const moments = await chooseMoments();
    expect(moments).toHaveLength(KILLS);
    let readsOfBoth = 0;
    for (const [place, moment] of moments.entries()) {
      const prefix = `kill-${place}`;
      const store = await open(prefix);
      await publishHere(store, 0);
      let isOver = false;
      const reading = readThroughout(prefix, () => isOver);
      const first = proxy.requests.length;
      const { child, ended } = start(prefix, 1);
      proxy.decide = (request) => {
        if (request.number < first + moment) return null;
        child.kill('SIGKILL');
        // The request is lost, or it is done and its answer lost: a power cut can do either.
        return place % 2 === 0 ? { kind: 'reset' } : null;
      };
      expect((await ended).killed, `request ${moment}`).toBe(true);
      proxy.decide = null;
      const again = proxy.requests.length;
      await publishHere(await open(prefix, proxy.endpoint), 1);
      // What the killed run has uploaded is offered once more, and the store keeps what it has.
      const objects = proxy.requests.slice(again).filter((one) => isWrite(one) && one.target.includes('/objects/'));
      expect(
        objects.filter(({ headers }) => headers['if-none-match'] !== '*').map(({ target }) => target),
        `overwritten after request ${moment}`,
      ).toEqual([]);
      isOver = true;
      const seen = await reading;
      if (seen.size === 2) readsOfBoth++;
      expect(await faultsOf(store), `killed at request ${moment}`).toEqual([]);
    }
    expect(readsOfBoth).toBeGreaterThan(0);
  }, 600_000);

  it.each<[string, (request: ProxiedRequest) => ReturnType<NonNullable<FaultProxy['decide']>>]>([
    [
      'answers 500 now and then',
      ({ number }) => (number % 7 === 0 ? { kind: 'answer', status: 500, code: 'InternalError' } : null),
    ],
    [
      'answers 503 SlowDown in bursts',
      ({ number }) => (number % 100 < 5 ? { kind: 'answer', status: 503, code: 'SlowDown' } : null),
    ],
    ['resets connections', ({ number }) => (number % 11 === 0 ? { kind: 'reset' } : null)],
    ['loses answers', ({ number }) => (number % 13 === 0 ? { kind: 'lose-answer' } : null)],
  ])('succeeds if the store %s', async (name, decide) => {
    const prefix = `trouble-${name.length}`;
    const store = await open(prefix);
    await publishHere(store, 0);
    proxy.decide = decide;
    const { code, errors } = await start(prefix, 1).ended;
    proxy.decide = null;
    expect(code, errors).toBe(0);
    expect(await faultsOf(store)).toEqual([]);
  });

  it('ends with exit code 4 if the store is gone, and the release in force stays', async () => {
    const store = await open('gone');
    await publishHere(store, 0);
    const first = proxy.requests.length;
    proxy.decide = ({ number }) => (number > first + 30 ? { kind: 'reset' } : null);
    const { code, errors } = await start('gone', 1).ended;
    proxy.decide = null;
    expect(code).toBe(4);
    expect(errors).toContain(`s3://${bucket}/gone`);
    expect(errors).not.toContain('testtest');
    expect(await faultsOf(store)).toEqual([]);
    expect((await start('gone', 1).ended).code).toBe(0);
    expect(await faultsOf(store)).toEqual([]);
  });

  it('succeeds without conditional writes, and says what is lost', async () => {
    proxy.decide = () => ({ kind: 'drop-conditions' });
    const first = await start('plain', 0).ended;
    const second = await start('plain', 1).ended;
    proxy.decide = null;
    expect([first.code, second.code], first.errors + second.errors).toEqual([0, 0]);
    for (const { errors } of [first, second]) {
      expect(errors).toContain('ignores create-only writes');
      expect(errors).toContain('ignores compare-and-swap');
    }
    expect(await faultsOf(await open('plain'))).toEqual([]);
  });

  it('lets one of two simultaneous publishers win, and the other can be run again', async () => {
    // Neither pointer is written before both publishers have read that there is none.
    let [waiting, goOn] = [0, () => {}];
    const both = new Promise<null>((resolve) => {
      goOn = () => resolve(null);
    });
    proxy.decide = (request) => {
      if (!isPointer(request)) return null;
      if (++waiting === 2) goOn();
      return both;
    };
    const results = await Promise.all([start('race', 0).ended, start('race', 1).ended]);
    proxy.decide = null;
    const codes = results.map(({ code }) => code).sort();
    expect(codes, results.map(({ errors }) => errors).join('\n')).toEqual([0, 4]);
    const store = await open('race');
    expect(await faultsOf(store)).toEqual([]);
    const lost = results.findIndex(({ code }) => code === 4);
    expect((await start('race', lost).ended).code).toBe(0);
    expect(await faultsOf(store)).toEqual([]);
  });
});

describe.skipIf(!engineIsThere)('a store that is killed and restarted during a publish', () => {
  it('keeps what it acknowledged, and the publisher finishes', async () => {
    if (nights.length === 0) {
      await makeNight('', '25.103');
      await makeNight('9', '25.9103');
    }
    const engine = await startEngine('bluestore');
    const bucket = await engine.makeBucket();
    const connection = { ...engine.connection(), willWrite: true };
    const store = await openObjectStore(`s3://${bucket}/last`, connection);
    const steps = { store, signer: null, now: () => new Date(), onProgress: () => {} };
    const of = async (night: number) => ({
      tree: await openGenerated(nights[night]?.tree ?? ''),
      archiveDir: nights[night]?.archive ?? '',
    });
    await publish({ ...steps, ...(await of(0)) });
    let uploads = 0;
    let restarted: Promise<void> | null = null;
    const onProgress = () => {
      if (++uploads === 30) restarted = engine.kill().then(() => engine.restart());
    };
    const interrupted = await publish({ ...steps, ...(await of(1)), onProgress }).then(
      () => 'finished',
      () => 'failed',
    );
    await restarted;
    if (interrupted === 'failed') await publish({ ...steps, ...(await of(1)) });
    const options = { trusted: null, sequenceMin: null, now: new Date(), sample: null };
    for (const mode of ['pointer', 'stable'] as const) {
      const { faults, release } = await verifyTarget({ ...options, source: storeSource(store), mode });
      expect(faults).toEqual([]);
      expect(release).toBe(nights[1]?.release);
    }
    await store.close();
    await engine.stop();
  });
});
