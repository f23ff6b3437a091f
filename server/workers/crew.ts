/** The workers of a gateway: starts them, counts for them, replaces those that end, and stops them. */
import cluster, { type Address, type Worker } from 'node:cluster';
import { setTimeout as delay } from 'node:timers/promises';
import { EXIT } from '../../generator/wire/words/exit.ts';
import { MinuteCounter } from '../keys/limit.ts';
import { countsOf, sumMetrics } from '../watch/sum.ts';
import type { FromWorker, Report, ToWorker } from './messages.ts';
import { passLines } from './pass-lines.ts';

interface Hand {
  readonly worker: Worker;
  readonly startedMs: number;
  /** Null until it listens. */
  report: Report | null;
  /** Called in turn with its next reports. */
  readonly waiting: (() => void)[];
}

/** One that ends sooner would end again: it is replaced after a pause, which doubles each time. */
const SHORT_LIFE_MS = 10_000;
const PAUSE_MS = 500;
const PAUSE_MS_MAX = 30_000;
/** How often workers are asked how they are: of one that is killed, the counts since then are lost. */
const ASKING_MS = 1000;
const ANSWER_MS_MAX = 1000;
/** One that leaves so many questions unanswered, one a second, will answer nobody. */
const UNANSWERED_MAX = 30;

export class Crew {
  readonly #say: (line: string) => void;
  readonly #hands = new Map<number, Hand>();
  readonly #counters = {
    keys: new MinuteCounter(Date.now),
    strangers: new MinuteCounter(Date.now),
    keyless: new MinuteCounter(Date.now),
  };
  /** Counted by workers that have ended. */
  #counted = '';
  #lost = 0;
  #pauseMs = 0;
  /** Workers whose last lines have not been read. */
  #unread = 0;
  #isStarted = false;
  #onStopped: (() => void) | null = null;

  constructor(say: (line: string) => void) {
    this.#say = say;
  }

  /** Resolves when all listen. The first one starts alone, so that a mistake of the operator is told once. */
  async start(count: number): Promise<Address> {
    cluster.setupPrimary({ stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
    // Each worker may wait until its lines are taken.
    process.stdout.setMaxListeners(count + process.stdout.getMaxListeners());
    const address = await this.#hire();
    await Promise.all(Array.from({ length: count - 1 }, () => this.#hire()));
    this.#isStarted = true;
    this.#sayWho();
    setInterval(() => {
      this.#endSilent();
      void this.refresh();
    }, ASKING_MS).unref();
    return address;
  }

  /** Hands the signal on. Resolves when every worker has ended, and its last line is written. */
  stop(signal: NodeJS.Signals): Promise<void> {
    return new Promise((resolve) => {
      this.#onStopped = resolve;
      for (const { worker } of this.#hands.values()) worker.process.kill(signal);
      if (this.#unread === 0) resolve();
    });
  }

  /** Of the oldest worker that listens. */
  get report(): Report | null {
    return this.#reports()[0] ?? null;
  }

  /** Asks every worker how it is. One that does not answer in time is taken to be as it was. */
  async refresh(): Promise<void> {
    const listening = [...this.#hands.values()].filter(({ report }) => report !== null);
    await Promise.race([Promise.all(listening.map(ask)), delay(ANSWER_MS_MAX, undefined, { ref: false })]);
  }

  metricsText(): string {
    const reports = this.#reports();
    const own = [
      '# HELP ratetree_workers Processes that answer.\n# TYPE ratetree_workers gauge',
      `ratetree_workers ${reports.length}`,
      '# HELP ratetree_workers_lost_total Those that ended without being told to.',
      `# TYPE ratetree_workers_lost_total counter\nratetree_workers_lost_total ${this.#lost}`,
    ];
    return `${sumMetrics([...reports.map(({ metricsText }) => metricsText), this.#counted])}${own.join('\n')}\n`;
  }

  /** Those that hang are killed, and then replaced as if they had ended by themselves. */
  #endSilent(): void {
    for (const { worker, waiting } of this.#hands.values()) {
      if (waiting.length <= UNANSWERED_MAX) continue;
      this.#say(`worker ${worker.id} (pid ${worker.process.pid}) hangs: it is killed`);
      worker.process.kill('SIGKILL');
    }
  }

  #reports(): readonly Report[] {
    return [...this.#hands.values()].flatMap(({ report }) => (report === null ? [] : [report]));
  }

  /** Resolves when the worker listens, and has said how it is; never after a stop. */
  #hire(): Promise<Address> {
    if (this.#onStopped !== null) return new Promise(() => {});
    const worker = cluster.fork();
    const hand: Hand = { worker, startedMs: Date.now(), report: null, waiting: [] };
    this.#hands.set(worker.id, hand);
    this.#unread++;
    if (worker.process.stdout !== null) passLines(worker.process.stdout, process.stdout);
    worker.on('message', (message: FromWorker) => this.#hear(hand, message));
    worker.on('error', (error) => this.#say(`worker ${worker.id}: ${error.message}`));
    worker.once('exit', (code: number | null, signal: string | null) => this.#onExit(hand, code, signal));
    worker.process.once('close', () => {
      this.#unread--;
      if (this.#unread === 0) this.#onStopped?.();
    });
    return new Promise((resolve) => {
      worker.once('listening', (address) => void ask(hand).then(() => resolve(address)));
    });
  }

  #hear(hand: Hand, message: FromWorker): void {
    if ('report' in message) {
      hand.report = message.report;
      hand.waiting.shift()?.();
      return;
    }
    const admitted = message.requests.map(([counted, name, perMinute]) => {
      return this.#counters[counted].admits(name, perMinute);
    });
    send(hand.worker, { admitted });
  }

  #onExit({ worker, report, startedMs }: Hand, code: number | null, signal: string | null): void {
    this.#hands.delete(worker.id);
    if (report !== null) this.#counted = sumMetrics([this.#counted, countsOf(report.metricsText)]);
    const isStopping = this.#onStopped !== null;
    // It has said why.
    if (!this.#isStarted && !isStopping) process.exit(code ?? EXIT.broken);
    const end = `worker ${worker.id} (pid ${worker.process.pid}) ended ${signal === null ? `with code ${code}` : `by ${signal}`}`;
    if (isStopping) {
      if (code !== 0) this.#say(end);
      return;
    }
    this.#lost++;
    const isShort = Date.now() - startedMs < SHORT_LIFE_MS;
    this.#pauseMs = isShort ? Math.min(PAUSE_MS_MAX, Math.max(PAUSE_MS, 2 * this.#pauseMs)) : 0;
    this.#say(`${end}; another one starts in ${this.#pauseMs} ms`);
    setTimeout(() => void this.#replace(), this.#pauseMs);
  }

  async #replace(): Promise<void> {
    await this.#hire();
    this.#sayWho();
  }

  #sayWho(): void {
    const all = [...this.#hands.values()].map(({ worker }) => `${worker.id} (pid ${worker.process.pid})`);
    this.#say(`workers that answer: ${all.join(', ')}`);
  }
}

function ask({ worker, waiting }: Hand): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    send(worker, { asks: 'report' });
  });
}

/** What is sent to a worker that has just ended is lost; that it ended is told elsewhere. */
function send(worker: Worker, message: ToWorker): void {
  worker.send(message, () => {});
}
