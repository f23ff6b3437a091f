/** The gateway as an operator runs it: the compiled program, with an environment of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterFile } from '../kit/after-file.ts';
import { PROGRAM } from '../kit/program.ts';

/** @param command what starts it, if it is not the program itself */
export function startGateway(
  env: Readonly<Record<string, string>>,
  [file, ...parameters]: readonly [string, ...string[]] = [process.execPath, PROGRAM, 'serve'],
) {
  // Clients of the tests keep idle connections, for which it would wait ten seconds when it is told to end.
  const own = { RATETREE_GRACE_MS: env.RATETREE_DRAIN_MS === undefined ? '10000' : '1000', ...env };
  const child = spawn(file, parameters, { env: own, stdio: ['ignore', 'pipe', 'pipe'] });
  afterFile(() => child.kill('SIGKILL'));
  const heard = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    heard.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    heard.err += chunk;
  });
  /** Resolves when standard error contains the words, and fails when the process ends before that. */
  const says = (words: RegExp): Promise<RegExpExecArray> =>
    new Promise((resolve, reject) => {
      const look = () => {
        const found = words.exec(heard.err);
        if (found !== null) resolve(found);
      };
      look();
      child.stderr.on('data', look);
      child.once('exit', () => reject(new Error(`ended before it said ${words}: ${heard.err}`)));
    });
  return { child, heard, says, ended: once(child, 'close') };
}
