/**
 * Runs commands of the compiled program one after another in one process, so that a test of what they do does not wait
 * for Node and for all adapters to load. Each request names a working folder, an environment and words, and is answered
 * by what the process would have printed and its exit code. Requests come in on descriptor 3, answers leave on 4.
 */
import { readSync, writeSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** As JSON on one line. */
export interface Request {
  readonly words: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface Answer {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

const [, , PROGRAM = ''] = process.argv;
const [REQUESTS, ANSWERS] = [3, 4];
/** Only a command that hangs takes longer, even on a busy machine. */
const LIMIT_MS = 170_000;
/** What a command listens to must not outlive it. */
const EVENTS = ['exit', 'SIGINT', 'SIGTERM', 'uncaughtException', 'uncaughtExceptionMonitor'] as const;

/** Ends the command where it called `process.exit`, for which nothing else has to stop. */
class Exited extends Error {}

let runs = 0;

async function answerTo({ words, cwd, env }: Request): Promise<Answer> {
  const texts = { stdout: '', stderr: '' };
  let status: number | null = null;
  for (const name of ['stdout', 'stderr'] as const) {
    process[name].write = (chunk: string | Uint8Array, ...more: readonly unknown[]) => {
      if (status === null) texts[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8');
      const done = more.find((one) => typeof one === 'function');
      if (done !== undefined) process.nextTick(done as () => void);
      return true;
    };
  }
  const end = (code: number) => {
    if (status !== null) return;
    process.exitCode = code;
    process.emit('exit', code);
    status = Number(process.exitCode);
  };
  process.exit = (code) => {
    end(Number(code ?? process.exitCode ?? 0));
    throw new Exited();
  };
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.argv = [process.execPath, PROGRAM, ...words];
  process.exitCode = undefined;
  // Another query makes it another module, which runs again; what it imports stays loaded.
  await import(`${pathToFileURL(PROGRAM).href}?${runs++}`);
  end(Number(process.exitCode ?? 0));
  for (const event of EVENTS) process.removeAllListeners(event);
  return { status: status ?? 0, ...texts };
}

/** Reads one line. The other end writes the next request when it has read the answer, so that nothing follows it. */
function readLine(): string | null {
  let text = '';
  const bytes = Buffer.alloc(1 << 16);
  const decoder = new TextDecoder();
  while (!text.endsWith('\n')) {
    const count = readSync(REQUESTS, bytes);
    if (count === 0) return null;
    text += decoder.decode(bytes.subarray(0, count), { stream: true });
  }
  return text;
}

function write(answer: Answer): void {
  let bytes = Buffer.from(`${JSON.stringify(answer)}\n`);
  while (bytes.length > 0) bytes = bytes.subarray(writeSync(ANSWERS, bytes));
}

const leave = process.exit;
for (let line = readLine(); line !== null; line = readLine()) {
  const limit = setTimeout(() => leave(1), LIMIT_MS);
  const answer = await answerTo(JSON.parse(line));
  clearTimeout(limit);
  write(answer);
}
leave(0);
