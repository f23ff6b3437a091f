/**
 * Runs a command of the compiled program and waits for it, as `spawnSync` does, but in a process that has the program
 * loaded. Tests whose subject is the process itself (signals, pipes, limits, what is loaded) start one of their own.
 */
import { execFileSync, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, read, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packageRoot } from '../../../generator/kit/package.ts';
import { PROGRAM } from './program.ts';
import type { Answer, Request } from './warm-program.ts';

const WARM = join(packageRoot(), 'build', 'test', 'support', 'kit', 'warm-program.js');

type Options = Partial<Pick<Request, 'cwd' | 'env'>>;

/** Descriptors of named pipes, which can be read while this process waits, as a pipe of Node's own cannot. */
interface Pipes {
  readonly requests: number;
  readonly answers: number;
}

let pipes: Pipes | null = null;
/** The commands that run beside this process, one after another. */
let beside: Promise<unknown> = Promise.resolve();
let waiting = 0;

export function runProgram(words: readonly string[], options: Options = {}): Answer {
  if (waiting > 0) throw new Error('another command is running beside this process');
  const { answers } = ask(words, options);
  const answer = new Line();
  while (!answer.isWhole) answer.add(answer.bytes.subarray(0, readSync(answers, answer.bytes)));
  return answerIn(answer, words);
}

/** The same for a command that asks a server of this process. */
export function runProgramBeside(words: readonly string[], options: Options = {}): Promise<Answer> {
  waiting++;
  const ran = beside.then(async () => {
    const { answers } = ask(words, options);
    const answer = new Line();
    while (!answer.isWhole) {
      const { bytesRead } = await promisify(read)(answers, answer.bytes, 0, answer.bytes.length, null);
      answer.add(answer.bytes.subarray(0, bytesRead));
    }
    return answerIn(answer, words);
  });
  beside = ran.catch(() => {}).then(() => waiting--);
  return ran;
}

function ask(words: readonly string[], { cwd = process.cwd(), env = process.env }: Options): Pipes {
  pipes ??= start();
  const request: Request = { words, cwd, env: { ...env } };
  writeSync(pipes.requests, `${JSON.stringify(request)}\n`);
  return pipes;
}

function start(): Pipes {
  const folder = mkdtempSync(join(tmpdir(), 'warm-'));
  const [requests, answers] = [join(folder, 'requests'), join(folder, 'answers')];
  execFileSync('mkfifo', [requests, answers]);
  // It ends when this process ends, because nobody can write requests any more.
  const script = 'exec "$0" --max-semi-space-size=64 "$3" "$4" 3<"$1" 4>"$2"';
  const parameters = ['-c', script, process.execPath, requests, answers, WARM, PROGRAM];
  spawn('sh', parameters, { stdio: ['ignore', 'ignore', 'inherit'] }).unref();
  const opened = { requests: openSync(requests, 'w'), answers: openSync(answers, 'r') };
  rmSync(folder, { recursive: true });
  return opened;
}

/** A line that comes in parts. Nothing follows it, because nothing else was asked. */
class Line {
  readonly bytes = Buffer.alloc(1 << 16);
  readonly #parts: Buffer[] = [];
  isWhole = false;

  /** No bytes mean that the other end is gone. */
  add(part: Buffer): void {
    this.#parts.push(Buffer.from(part));
    this.isWhole = part.length === 0 || part.at(-1) === 10;
  }

  get text(): string {
    return Buffer.concat(this.#parts).toString('utf8');
  }
}

function answerIn({ text }: Line, words: readonly string[]): Answer {
  if (text.endsWith('\n')) return JSON.parse(text);
  for (const descriptor of Object.values(pipes ?? {})) closeSync(descriptor);
  pipes = null;
  throw new Error(`ratetree ${words.join(' ')} did not end within three minutes, or ended the process`);
}
