/** `ratetree nginx-config`: what an nginx needs to answer plain questions from files (docs/nginx.md). */
import { type Command, InvalidArgumentError } from 'commander';
import { addDays } from '../../generator/wire/words/calendar.ts';
import { openTree } from '../ask/origin.ts';
import { readKeyFile } from '../keys/key-file.ts';
import { readAnswers } from '../nginx/answers.ts';
import { writeNginxFolder } from '../nginx/folder.ts';
import { wholeNumber } from '../query/whole-number.ts';
import { say, toUnanswered, withAsking } from './program.ts';

interface NginxFlags {
  readonly out: string;
  readonly keys: string;
  readonly origin?: string;
  readonly gateway: string;
  readonly listen: string;
  readonly days: number;
}

/** Host and port; for nginx a name, too. */
const ADDRESS = /^(?:[\w.-]+|\[[\da-f:]+\]):\d{1,5}$/i;
const DAYS_MAX = 100_000;

const ENDING = `
Exit codes:
  0  written; "nginx -s reload" puts it into force
  1  something that you gave cannot be used: a flag, or the key file
  4  the origin cannot be read, or has nothing at hand
  6  a bug, or a broken machine`;

export function addNginxConfig(program: Command): void {
  const command = program
    .command('nginx-config')
    .description('let nginx answer plain questions from files, and the gateway the rest; run it after each publish')
    .requiredOption('--out <folder>', 'the folder of bodies and of ratetree.conf, for "include" in nginx')
    .option(
      '--keys <file>',
      'the key file, which RATETREE_KEYS may name as well',
      process.env.RATETREE_KEYS || 'keys.json',
    )
    .option('--gateway <address>', 'host and port of the gateway', toAddress, '127.0.0.1:8080')
    .option('--listen <address>', 'host and port on which nginx listens', toAddress, '127.0.0.1:8000')
    .option('--days <number>', 'days before that of the release whose dated answers are written', toDays, 7)
    .action((flags: NginxFlags) => write(flags));
  withAsking(
    command,
    [
      'ratetree nginx-config --out /srv/ratetree-nginx',
      'ratetree nginx-config --out web --origin s3://rates/public --listen 0.0.0.0:80',
    ],
    ENDING,
  );
}

async function write({ out, keys, origin, gateway, listen, days }: NginxFlags): Promise<void> {
  const records = readKeyFile(keys);
  try {
    const store = await openTree(origin ?? null, process.env);
    try {
      const found = await readAnswers({ store, nowMs: Date.now, since: (date) => addDays(date, -days) });
      const done = await writeNginxFolder(found, { folder: out, records, gateway, listen });
      say(`${done.questions} plain questions of release ${found.release} in ${done.file}`);
      say(`bodies: ${done.bodies} new, ${done.deleted} deleted`);
      if (done.leftOut.length > 0) say(`left to the gateway: ${done.leftOut.join(', ')} ("keys add --nginx")`);
    } finally {
      await store.close();
    }
  } catch (error) {
    throw toUnanswered(error);
  }
}

function toAddress(text: string): string {
  if (!ADDRESS.test(text)) throw new InvalidArgumentError('It must be a host and a port, such as 127.0.0.1:8080.');
  return text;
}

function toDays(text: string): number {
  const parsed = wholeNumber(0, DAYS_MAX).safeParse(text);
  if (!parsed.success) throw new InvalidArgumentError('It must be a whole number of days.');
  return parsed.data;
}
