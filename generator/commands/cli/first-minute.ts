/**
 * The first minute of `ratetree start`: it answers from the newest embedded figures within seconds, and shows a request
 * with its answer. Behind that it makes the tree of all of them, asks the banks, and puts what they say in force; and
 * asks them again, as long as it runs.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { statusPath } from '../../wire/answers/paths.ts';
import { parseStatus } from '../../wire/answers/status.ts';
import { POINTER_KEY } from '../../wire/release/pointer.ts';
import { addDays, earlierOf, utcDay } from '../../wire/words/calendar.ts';
import { EXIT } from '../../wire/words/input-error.ts';
import { GLOBAL } from '../../wire/words/schemas.ts';
import { copyEmbedded, copyNewest, embeddedText, embeddedUntil, hasFigures } from './embedded.ts';
import { FailedStep, LOG, type Running, say, startProgram, toFailedStep } from './start-screen.ts';

/** Nobody waits for the banks: the embedded figures are served meanwhile. */
const COLLECT_SECONDS = 60;
/** Dated files of GLOBAL are many. Those before the last month are made when somebody asks for them. */
const FILES_DAYS = 31;
const ARCHIVE = join('.ratetree', 'archive');
/** The embedded figures without the long past of one bank, which takes most of the time. */
const NEWEST = join('.ratetree', 'newest');
const TREE = 'dist';
const KEY = join('.ratetree', 'demo.pem');

/** Makes each figure of the tree one that `prove` can prove. */
async function sign(): Promise<void> {
  const [{ readSigner, writeKeyPair }, { signTree }] = await Promise.all([
    import('../../release/pointer/signing.ts'),
    import('../../release/publish/publish.ts'),
  ]);
  if (!existsSync(KEY)) {
    // That of an image, whose key nobody has.
    rmSync(`${KEY}.pub`, { force: true });
    writeKeyPair(KEY);
  }
  const signer = readSigner(KEY, {});
  if (signer !== null) await signTree(TREE, signer);
}

interface Settings {
  readonly port: string;
  readonly key: string;
  readonly keyless: string | null;
  /** Flags of each `generate`. */
  readonly generating: readonly string[];
  /** Seconds between two times that the banks are asked. */
  readonly askEvery: number;
}

export class FirstMinute {
  readonly #settings: Settings;
  readonly #running = new Set<Running>();
  #isStopping = false;

  constructor(settings: Settings) {
    this.#settings = settings;
    // Whatever ends this program, no gateway goes on without it.
    process.on('exit', () => this.#kill('SIGTERM'));
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        this.#isStopping = true;
        this.#kill(signal);
      });
    }
  }

  /** @param flags of collect, which come after ours and so replace them */
  async run(flags: readonly string[]): Promise<void> {
    await this.#orEnd(() => this.#makeFirst(['--since', embeddedUntil(), '--bases', 'EUR']));
    await this.#serve(flags);
  }

  /** For an image: whoever runs it signs what is made there with a key of his own. */
  async makeOnly(): Promise<void> {
    await this.#orEnd(() => this.#makeFirst(['--since', addDays(embeddedUntil(), -FILES_DAYS)]));
    rmSync(KEY);
  }

  /**
   * A tree from which to answer soon. One that is there already may be older, and is replaced soon.
   * @param flags of `generate`, if the newest embedded figures are all that there is
   */
  async #makeFirst(flags: readonly string[]): Promise<void> {
    if (existsSync(join(TREE, POINTER_KEY))) {
      say(`Serving what is in ${TREE}.`);
    } else if (hasFigures(ARCHIVE)) {
      await this.#generateAll();
    } else {
      copyNewest(NEWEST);
      await this.#generate(NEWEST, flags);
      rmSync(NEWEST, { recursive: true });
      say(`Serving the newest of the embedded figures ${embeddedText()}.`);
    }
    this.#sayAge();
  }

  /** Only while it answers: what it has is never missing because a bank is slow, or because the disk is full. */
  async #renew(flags: readonly string[]): Promise<void> {
    const hasOwn = hasFigures(ARCHIVE);
    await this.#orSay(async () => {
      if (!hasOwn) copyEmbedded(ARCHIVE);
      await this.#generateAll();
    });
    for (;;) {
      await this.#orSay(() => this.#ask(flags, hasOwn));
      await sleep(this.#settings.askEvery * 1000);
    }
  }

  async #ask(flags: readonly string[], hasOwn: boolean): Promise<void> {
    if (!(await this.#collect(flags, hasOwn))) return;
    await this.#generateAll();
    this.#sayAge();
  }

  /** Returns whether any bank answered. */
  async #collect(options: readonly string[], hasOwn: boolean): Promise<boolean> {
    const flags = ['--archive', ARCHIVE, '--budget', `${COLLECT_SECONDS}`, '--verbose', '--json', ...options];
    say(`Asking the banks for at most ${flags[flags.lastIndexOf('--budget') + 1]} seconds ...`);
    const stdout = await this.#toItsEnd(['collect', ...flags]).catch((error: unknown) => {
      const failed = toFailedStep(error);
      // Words that a person has typed are no better the next time; a file of the archive may be.
      const isOfArchive = failed.ended.said.some((line) => line.includes(`${ARCHIVE}/`));
      if (options.length > 0 && failed.ended.code === EXIT.input && !isOfArchive) this.#fail(failed);
      throw failed;
    });
    const { asked, answered } = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as {
      asked: number;
      answered: string[];
    };
    const served = `the embedded figures ${embeddedText()} are served`;
    const embedded = `${served}${hasOwn ? ', with what was collected before' : ''}`;
    say(
      answered.length === 0
        ? `No bank could be reached, so ${embedded}.`
        : `${answered.length} of ${asked} banks answered. For the others, ${embedded}.`,
    );
    return answered.length > 0;
  }

  async #generateAll(): Promise<void> {
    // Where no bank answers, the newest figures are the embedded ones, and each must have the files that prove it.
    const since = addDays(earlierOf(utcDay(Date.now()), embeddedUntil()), -FILES_DAYS);
    const stdout = await this.#generate(ARCHIVE, ['--since', since]);
    const [, release, seconds] = /^release (\w+): .* in ([\d.]+ s)$/m.exec(stdout) ?? [];
    say(`Built the tree in ${seconds}: release ${release}, in ${TREE}, signed; its key is ${KEY}.pub.`);
  }

  async #generate(archive: string, flags: readonly string[]): Promise<string> {
    const own = ['--archive', archive, '--out', TREE, ...this.#settings.generating];
    const stdout = await this.#toItsEnd(['generate', ...own, ...flags]);
    await sign();
    return stdout;
  }

  #sayAge(): void {
    const { providers } = parseStatus(readFileSync(join(TREE, statusPath), 'utf8'));
    const { last = '', gaps = [] } = providers.find(({ provider }) => provider === GLOBAL) ?? {};
    const gap = gaps.find(({ from }) => from > last);
    say(`GLOBAL is of ${last}${gap === undefined ? '' : `: for ${gap.from} it ${gap.reason}`}.`);
  }

  /** Runs a command and returns its standard output. */
  async #toItsEnd(words: readonly string[]): Promise<string> {
    const ended = await this.#ended(startProgram(words));
    if (ended.code !== 0 && ended.code !== EXIT.providerFailures) throw new FailedStep(ended);
    return ended.stdout;
  }

  /** Without what the step makes there is nothing to serve. */
  async #orEnd(step: () => Promise<void>): Promise<void> {
    await step().catch((error: unknown) => this.#fail(toFailedStep(error)));
  }

  /** What is in force is served on, and the step is done again with the next of its kind. */
  async #orSay(step: () => Promise<void>): Promise<void> {
    await step().catch((error: unknown) => {
      this.#say(toFailedStep(error));
      say('What was in force before is served on.');
    });
  }

  /** What a program was when it ended by itself. After a signal, this one ends with the last of them. */
  async #ended(running: Running) {
    this.#running.add(running);
    const ended = await running.ended;
    this.#running.delete(running);
    if (!this.#isStopping) return ended;
    if (this.#running.size === 0) process.exit(0);
    return new Promise<never>(() => {});
  }

  #kill(signal: NodeJS.Signals): void {
    for (const { child } of this.#running) child.kill(signal);
  }

  #say({ ended }: FailedStep): void {
    say('This did not work:');
    for (const line of ended.said.slice(-5)) say(`  ${line}`);
    say(`The full output is in ${LOG}.`);
  }

  /** Ends this program with the words and the code of a step. */
  #fail(failed: FailedStep): never {
    this.#say(failed);
    process.exit(failed.ended.code);
  }

  async #serve(flags: readonly string[]): Promise<void> {
    const { port, key, keyless } = this.#settings;
    const { RATETREE_ADMIN_PORT = '0' } = process.env;
    const env = {
      ...{ RATETREE_ORIGIN: TREE, RATETREE_DEMO_KEY: key, PORT: port, RATETREE_ADMIN_PORT },
      ...(keyless === null ? {} : { RATETREE_KEYLESS_PER_MINUTE: keyless }),
    };
    const onLine = (line: string) => {
      const [, address] = /gateway at (http:\S+)$/.exec(line) ?? [];
      // Of all addresses of a machine, this one can be opened on it.
      if (address !== undefined)
        void this.#invite(address.replace('//0.0.0.0:', '//127.0.0.1:')).then(() => this.#renew(flags));
    };
    this.#fail(new FailedStep(await this.#ended(startProgram(['serve'], { env, onLine, runsOn: true }))));
  }

  async #invite(address: string): Promise<void> {
    const { key, keyless } = this.#settings;
    const url = `${address}/v1/latest?base=USD&currencies=EUR,GBP,JPY`;
    const { body } = await request(url, { headers: { 'Subscription-Key': key } });
    // The explorer takes the key out of its address.
    const [fragment, header] = keyless === null ? [`#key=${key}`, `-H 'Subscription-Key: ${key}' `] : ['', ''];
    const lines = [
      ...(keyless === null ? [] : [`Nobody needs a key: ${keyless} requests a minute of each address are answered.`]),
      '',
      `Open     ${address}/${fragment}`,
      `Ask      curl ${header}'${url}'`,
      `Answer   ${await body.text()}`,
      'Stop     Ctrl-C',
    ];
    for (const line of lines) say(line);
  }
}
