/** The clients of a soak: each asks again after each answer, and notes what no client may see. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { randomOf, type SeededRandom } from '../../test/support/kit/random.ts';
import { QUESTIONS } from '../../test/support/trees/releases.ts';
import type { SoakStage } from './soak-stage.ts';

/** What nobody's tree answers: refused, with this status. */
const REFUSED: readonly (readonly [string, number])[] = [
  ['/v1/latest?provider=NOBODY', 400],
  ['/v1/historical?date=2026-02-30', 400],
  ['/v1/nowhere', 404],
];
const LATEST_KEYS = 8;

interface Reply {
  readonly status: number;
  readonly release: string;
  readonly text: string;
}

export class SoakClients {
  readonly faults: string[] = [];
  asked = 0;
  readonly #stage: SoakStage;
  readonly #counts = new Map<number, number>();
  #loops: Promise<void>[] = [];
  #isOver = false;

  constructor(stage: SoakStage) {
    this.#stage = stage;
  }

  start(count: number): void {
    this.#loops = Array.from({ length: count }, (_, seed) => this.#keepAsking(randomOf(seed + 1)));
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#loops);
  }

  counts(): string {
    return [...this.#counts]
      .sort()
      .map(([status, times]) => `${times} × ${status}`)
      .join(', ');
  }

  async #keepAsking(random: SeededRandom): Promise<void> {
    const pool = new Pool(this.#stage.address, { connections: 1 });
    let newest = 0;
    while (!this.#isOver) {
      try {
        newest = await this.#askOnce(pool, random, newest);
      } catch (error) {
        this.faults.push(`no answer: ${error}`);
      }
      // So that others may use the machine, too, and the load is the same on any.
      if (random.below(8) === 0) await sleep(random.below(20));
    }
    await pool.destroy();
  }

  /** Returns the number of the newest release that this client has seen. */
  async #askOnce(pool: Pool, random: SeededRandom, newest: number): Promise<number> {
    const { key } = random.pick(this.#stage.keys.slice(-LATEST_KEYS));
    const before = this.#stage.verdictOn(key);
    const [refusedUrl, refusedStatus] = random.pick(REFUSED);
    const isRefused = random.below(20) === 0;
    const question = random.pick(QUESTIONS);
    const url = isRefused ? refusedUrl : question;
    const reply = await this.#ask(pool, url, key);
    // A key may be added or removed while its request is on the way.
    const verdict = before === this.#stage.verdictOn(key) ? before : null;
    if (reply.status >= 500) {
      if (reply.status !== 503 || !this.#stage.mayBeDown) this.faults.push(`${reply.status} ${url}: ${reply.text}`);
      return newest;
    }
    if (url === '/v1/nowhere') {
      if (reply.status !== 404) this.faults.push(`${reply.status} ${url}`);
      return newest;
    }
    if (reply.status === 401) {
      if (verdict === true) this.faults.push(`a key that is there is refused: ${reply.text}`);
      return newest;
    }
    if (verdict === false) this.faults.push(`a key that was removed is accepted: ${reply.status} ${url}`);
    if (isRefused) {
      if (reply.status !== refusedStatus) this.faults.push(`${reply.status} ${url}: ${reply.text}`);
      return newest;
    }
    return this.#judge(question, reply, newest);
  }

  #judge(question: (typeof QUESTIONS)[number], reply: Reply, newest: number): number {
    const right = this.#stage.answers.get(reply.release)?.bodies.get(question);
    if (reply.status !== 200 || right !== reply.text) {
      this.faults.push(`wrong: ${reply.status} of ${reply.release} to ${question}: ${reply.text.slice(0, 200)}`);
      return newest;
    }
    const place = this.#numberOf(reply.release);
    // While the store fails, memory may hold only an older file, which then comes with the name of its own release.
    if (place < newest && !this.#stage.mayBeDown) this.faults.push(`release ${newest} and then ${place}: ${question}`);
    return Math.max(place, newest);
  }

  /** Of the release of that name that was published last. */
  #numberOf(release: string): number {
    return this.#stage.releases.manifests.findLastIndex(({ root }) => root.release === release);
  }

  async #ask(pool: Pool, path: string, key: string): Promise<Reply> {
    const { statusCode, headers, body } = await pool.request({
      path,
      method: 'GET',
      headers: { 'subscription-key': key },
    });
    this.asked++;
    this.#counts.set(statusCode, (this.#counts.get(statusCode) ?? 0) + 1);
    return { status: statusCode, release: `${headers['ratetree-release']}`, text: await body.text() };
  }
}
