/**
 * `ratetree start`: the whole program in the folder where it is called. It collects for at most ten seconds into a copy
 * of the embedded archive, generates, serves, and shows a request with its answer. What it prints fits on half a screen;
 * the log has the rest. In a checkout `./scripts/start` installs and compiles first, and then hands over to this.
 */
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Command, Option } from 'commander';
import { request } from 'undici';
import { makeFolder } from '../kit/files.ts';
import { refuseTaken } from '../kit/listen.ts';
import { packageRoot, readDataFile, readVersion } from '../kit/package.ts';
import { manualText } from '../kit/terminal.ts';
import { yearsIn } from '../sources/archive/year-file.ts';
import { statusPath } from '../wire/answers/paths.ts';
import { parseStatus } from '../wire/answers/status.ts';
import { addDays, earlierOf, parseIsoDate, utcDay } from '../wire/words/calendar.ts';
import { EXIT } from '../wire/words/input-error.ts';
import { compareTexts } from '../wire/words/order.ts';
import { GLOBAL, type IsoDate } from '../wire/words/schemas.ts';
import { isOffline, type Running, Screen, startProgram } from './cli/start-screen.ts';

const COLLECT_SECONDS = 10;
/** Enough to note of each bank that it could not be reached. */
const OFFLINE_SECONDS = 1;
/** Dated files of GLOBAL are many. Those before the last month are made when somebody asks for them. */
const FILES_DAYS = 31;
const ARCHIVE = join('.ratetree', 'archive');
const LOG = join('.ratetree', 'start.log');
const TREE = 'dist';
const KEY = join('.ratetree', 'demo.pem');

const EXAMPLES = [
  'ratetree start',
  'ratetree start --port 8000 --key demo            an address that stays',
  'ratetree start --provider ECB,NBP                ask these banks only',
];

interface StartFlags {
  readonly afterInstall?: true;
  readonly port?: string;
  readonly key?: string;
}

export function addStart(program: Command): void {
  program
    .command('start')
    .argument('[flags...]', 'passed on to collect, such as --provider ECB')
    .allowUnknownOption()
    .option('--port <number>', 'where it listens (default: PORT, else 8080)')
    .option('--key <key>', 'the key that it accepts (default: RATETREE_DEMO_KEY, else a random one)')
    .addOption(new Option('--after-install', 'the log already holds what npm and the compiler printed').hideHelp())
    .addHelpText('after', manualText(EXAMPLES))
    .action(async (flags: readonly string[], { afterInstall, ...own }: StartFlags) => {
      const { PORT, HOST, RATETREE_DEMO_KEY } = process.env;
      const port = own.port ?? (PORT || '8080');
      await refuseTaken({ host: HOST || '127.0.0.1', port }, '--port or PORT');
      // In the form of `keys add`, which is hidden wherever it stands.
      const key = own.key ?? (RATETREE_DEMO_KEY || `rt_${randomBytes(32).toString('base64url')}`);
      makeFolder(dirname(LOG));
      if (afterInstall !== true) writeFileSync(LOG, '');
      const screen = new Screen(LOG);
      screen.line(afterInstall === true ? installedText(readFileSync(LOG, 'utf8')) : hereText());
      await new FirstMinute(screen, port, key).run(flags);
    });
}

/** @param log of the installation: npm says there how many packages it added, unless it was not needed */
function installedText(log: string): string {
  const added = /^added (\d+) packages/m.exec(log)?.[1];
  const installed = added === undefined ? 'the packages were already installed' : `${added} packages are installed`;
  return `Ratetree ${readVersion()}: ${installed}, and the program is compiled. Details are in ${LOG}.`;
}

function hereText(): string {
  return `Ratetree ${readVersion()} works in the folder ${process.cwd()}. Details are in ${LOG}.`;
}

/** A folder that a failed `collect` or `nightly` has made holds no figure, and the embedded ones go into it. */
export function hasFigures(archive: string): boolean {
  if (!existsSync(archive)) return false;
  const folders = readdirSync(archive, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders.some(({ name }) => yearsIn(join(archive, name)).length > 0);
}

/** Provider, first and last day of the embedded figures. */
function embeddedRows(): readonly (readonly string[])[] {
  const lines = readDataFile('embedded.csv').text.trimEnd().split('\n');
  return lines.slice(1).map((line) => line.split(','));
}

function embeddedUntil(): IsoDate {
  return parseIsoDate(
    embeddedRows()
      .map(([, , to = '']) => to)
      .sort(compareTexts)
      .at(-1) ?? '',
  );
}

/** Whose the embedded figures are, and how old: `of 37 banks up to 2026-03-20 (ECB from 2016-01-04)`. */
function embeddedText(): string {
  const rows = embeddedRows();
  const ecb = rows.find(([code]) => code === 'ECB');
  return `of ${rows.length} banks up to ${embeddedUntil()} (ECB from ${ecb?.[1] ?? 'its first day'})`;
}

/** Makes each figure of the tree one that `prove` can prove. Returns the file of the public key. */
async function sign(): Promise<string> {
  const [{ readSigner, writeKeyPair }, { signTree }] = await Promise.all([
    import('../release/pointer/signing.ts'),
    import('../release/publish/publish.ts'),
  ]);
  if (!existsSync(KEY)) writeKeyPair(KEY);
  const signer = readSigner(KEY, {});
  if (signer !== null) await signTree(TREE, signer);
  return `${KEY}.pub`;
}

class FirstMinute {
  readonly #screen: Screen;
  readonly #port: string;
  readonly #key: string;
  #running: Running | null = null;
  #isStopping = false;

  constructor(screen: Screen, port: string, key: string) {
    this.#screen = screen;
    this.#port = port;
    this.#key = key;
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        this.#isStopping = true;
        this.#running?.child.kill(signal);
      });
    }
  }

  /** @param flags of collect, which come after ours and so replace them */
  async run(flags: readonly string[]): Promise<void> {
    await this.#collect(flags);
    await this.#generate();
    await this.#serve();
  }

  async #collect(options: readonly string[]): Promise<void> {
    const hasOwn = hasFigures(ARCHIVE);
    if (!hasOwn) cpSync(join(packageRoot(), 'data', 'archive'), ARCHIVE, { recursive: true });
    const seconds = (await isOffline()) ? OFFLINE_SECONDS : COLLECT_SECONDS;
    this.#screen.line(`Asking the banks for at most ${COLLECT_SECONDS} seconds ...`);
    const flags = ['--archive', ARCHIVE, '--budget', `${seconds}`, '--verbose', '--json', ...options];
    const stdout = await this.#toItsEnd(['collect', ...flags]);
    const { asked, answered } = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as {
      asked: number;
      answered: string[];
    };
    const served = `the embedded figures ${embeddedText()} are served`;
    const embedded = `${served}${hasOwn ? ', with what was collected before' : ''}`;
    this.#screen.line(
      answered.length === 0
        ? `No bank could be reached, so ${embedded}.`
        : `${answered.length} of ${asked} banks answered. For the others, ${embedded}.`,
    );
  }

  async #generate(): Promise<void> {
    this.#screen.line('Building the tree ...');
    // Where no bank answers, the newest figures are the embedded ones, and each must have the files that prove it.
    const since = addDays(earlierOf(utcDay(Date.now()), embeddedUntil()), -FILES_DAYS);
    const stdout = await this.#toItsEnd(['generate', '--archive', ARCHIVE, '--out', TREE, '--since', since]);
    const [, release, seconds] = /^release (\w+): .* in ([\d.]+ s)$/m.exec(stdout) ?? [];
    const publicFile = await sign();
    this.#screen.line(
      `Built the tree in ${seconds}: release ${release}, in ${TREE}, signed; its key is ${publicFile}.`,
    );
    const { providers } = parseStatus(readFileSync(join(TREE, statusPath), 'utf8'));
    const { last = '', gaps = [] } = providers.find(({ provider }) => provider === GLOBAL) ?? {};
    const gap = gaps.find(({ from }) => from > last);
    if (gap !== undefined) this.#screen.line(`GLOBAL is of ${last}: for ${gap.from} it ${gap.reason}.`);
  }

  /** Runs a command and returns its standard output. A failure ends this program with the command's words. */
  async #toItsEnd(words: readonly string[]): Promise<string> {
    this.#running = startProgram(this.#screen, words);
    const { code, stdout } = await this.#running.ended;
    this.#running = null;
    if (this.#isStopping) process.exit(0);
    if (code !== 0 && code !== EXIT.providerFailures) this.#fail(code);
    return stdout;
  }

  #fail(code: number): never {
    this.#screen.line('This did not work:');
    for (const line of this.#screen.lastOfLog(5)) if (line !== '') this.#screen.line(`  ${line}`);
    this.#screen.line(`The full output is in ${LOG}.`);
    process.exit(code);
  }

  async #serve(): Promise<void> {
    const { RATETREE_ADMIN_PORT = '0' } = process.env;
    const env = { RATETREE_ORIGIN: TREE, RATETREE_DEMO_KEY: this.#key, PORT: this.#port, RATETREE_ADMIN_PORT };
    const onLine = (line: string) => {
      const [, address] = /gateway at (http:\S+)$/.exec(line) ?? [];
      if (address !== undefined) void this.#invite(address);
    };
    this.#running = startProgram(this.#screen, ['serve'], { env, onLine, runsOn: true });
    const { code } = await this.#running.ended;
    if (this.#isStopping) process.exit(0);
    this.#fail(code);
  }

  async #invite(address: string): Promise<void> {
    const url = `${address}/v1/latest?base=USD&currencies=EUR,GBP,JPY`;
    const { body } = await request(url, { headers: { 'Subscription-Key': this.#key } });
    const lines = [
      '',
      // The explorer takes the key out of its address.
      `Open     ${address}/#key=${this.#key}`,
      `Ask      curl -H 'Subscription-Key: ${this.#key}' '${url}'`,
      `Answer   ${await body.text()}`,
      'Stop     Ctrl-C',
    ];
    for (const line of lines) this.#screen.line(line);
  }
}
