/** The few lines that a person sees, and the log file with everything else. */
import { type ChildProcess, spawn } from 'node:child_process';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { appendFileSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';

export class Screen {
  /** The file for the details. */
  readonly log: string;

  constructor(log: string) {
    this.log = log;
  }

  line(text: string): void {
    process.stdout.write(`${text}\n`);
  }

  note(text: string): void {
    appendFileSync(this.log, text);
  }

  /** The last lines of the log, which say why a step failed. */
  lastOfLog(count: number): readonly string[] {
    return readFileSync(this.log, 'utf8').trimEnd().split('\n').slice(-count);
  }
}

interface ProgramOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly runsOn?: boolean;
  readonly onLine?: (line: string) => void;
}

interface Ended {
  /** The exit code, or 1 if a signal ended the program. */
  readonly code: number;
  readonly stdout: string;
}

export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

/**
 * Runs this program again with another command, whose output goes to the log of the screen.
 * @param onLine is called with each line of standard error, which is in the log already
 * @param runsOn for a program whose standard output never ends, such as an access log: it is not read
 */
export function startProgram(
  screen: Screen,
  words: readonly string[],
  { env = {}, runsOn = false, onLine = () => {} }: ProgramOptions = {},
): Running {
  screen.note(`\nratetree ${words.join(' ')}\n`);
  const [, program = ''] = process.argv;
  const child = spawn(process.execPath, [program, ...words], {
    env: { ...process.env, ...env },
    stdio: ['ignore', runsOn ? 'ignore' : 'pipe', 'pipe'],
  });
  let stdout = '';
  child.stdout?.on('data', (chunk) => {
    stdout += chunk;
  });
  if (child.stderr !== null)
    createInterface({ input: child.stderr }).on('line', (line) => {
      screen.note(`${line}\n`);
      onLine(line);
    });
  const ended = once(child, 'close').then(([code]) => {
    screen.note(stdout);
    return { code: typeof code === 'number' ? code : 1, stdout };
  });
  return { child, ended };
}

// Whether this machine has a network, so that nobody waits ten seconds for banks that cannot be reached.

/** Three banks of three countries, which do not fail together where there is a network. */
const HOSTS = ['www.ecb.europa.eu', 'api.nbp.pl', 'www.cnb.cz'];
const PATIENCE_MS = 2_000;

/** True if no name can be looked up. Behind a proxy it is false, because the proxy looks names up itself. */
export async function isOffline(
  env: Readonly<Record<string, string | undefined>> = process.env,
  find: (host: string) => Promise<unknown> = lookup,
): Promise<boolean> {
  if (env.HTTPS_PROXY || env.https_proxy) return false;
  const found = Promise.any(HOSTS.map((host) => find(host))).then(
    () => false,
    () => true,
  );
  return Promise.race([found, wait(PATIENCE_MS, true, { ref: false })]);
}
