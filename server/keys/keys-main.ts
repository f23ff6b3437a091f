#!/usr/bin/env node
/** `ratetree keys`: adds, lists and disables keys in the key file. A new key is printed once and stored nowhere. */
import { randomBytes } from 'node:crypto';
import { Command, InvalidArgumentError } from 'commander';
import { z } from 'zod';
import { hashOf } from '../../generator/wire/hash.ts';
import { InputError } from '../../generator/wire/input-error.ts';
import { OPERATION_NAMES, type Operation } from '../../generator/wire/operations.ts';
import { tellFault } from '../fault.ts';
import { wholeNumber } from '../whole-number.ts';
import { changeKeyFile, readKeyFile } from './key-file.ts';
import type { KeyRecord } from './keys.ts';

const KEY_BYTES = 32;
const DEFAULT_FILE = process.env.RATETREE_KEYS ?? 'keys.json';

const program = new Command('ratetree keys').description('add, list and disable API keys').showHelpAfterError();
const fileOption = ['--file <file>', 'the key file (default: RATETREE_KEYS, else keys.json)', DEFAULT_FILE] as const;

interface AddFlags {
  readonly file: string;
  readonly operations: readonly Operation[];
  readonly perMinute: number | null;
  readonly expires: string | null;
}

program
  .command('add')
  .description('make a key and print it, once')
  .argument('<name>', 'who it is for')
  .option('--operations <list>', 'operations of the plan, commas between', parseOperations, OPERATION_NAMES)
  .option(
    '--per-minute <number>',
    'requests a minute for each gateway process (default: no limit)',
    parsePerMinute,
    null,
  )
  .option('--expires <date>', 'the UTC day or time from which the key is refused (default: never)', parseExpires, null)
  .option(...fileOption)
  .action((name: string, { file, operations, perMinute, expires }: AddFlags) => {
    const key = `rt_${randomBytes(KEY_BYTES).toString('base64url')}`;
    changeKeyFile(file, (records) => [
      ...records,
      {
        name,
        digest: hashOf(key),
        enabled: true,
        expires,
        plan: { operations: [...operations], requestsPerMinute: perMinute },
      },
    ]);
    console.error(`added ${name} to ${file}; the key is shown this once:`);
    console.log(key);
  });

program
  .command('list')
  .description('show names and plans of the keys, not the keys')
  .option(...fileOption)
  .action(({ file }: { readonly file: string }) => {
    for (const record of readKeyFile(file)) console.log(toLine(record));
  });

program
  .command('disable')
  .description('refuse a key from now on')
  .argument('<name>', 'who it was for')
  .option(...fileOption)
  .action((name: string, { file }: { readonly file: string }) => {
    changeKeyFile(file, (records) => {
      if (!records.some((record) => record.name === name)) {
        throw new InputError(`${file} has no key of the name ${name}; "ratetree keys list" shows the names`);
      }
      return records.map((record) => (record.name === name ? { ...record, enabled: false } : record));
    });
    console.error(`disabled ${name} in ${file}`);
  });

function toLine({ name, enabled, expires, plan }: KeyRecord): string {
  const limit = plan.requestsPerMinute === null ? 'no limit' : `${plan.requestsPerMinute} a minute`;
  const until = expires === null ? 'never expires' : `expires ${expires}`;
  return [name, enabled ? 'enabled' : 'disabled', until, limit, plan.operations.join(',')].join('\t');
}

function parseOperations(text: string): readonly Operation[] {
  return text.split(',').map((item) => {
    const found = OPERATION_NAMES.find((operation) => operation === item.trim());
    if (found === undefined) throw new InvalidArgumentError(`"${item}" is none of ${OPERATION_NAMES.join(', ')}`);
    return found;
  });
}

function parsePerMinute(text: string): number {
  const parsed = wholeNumber(1, 1_000_000_000).safeParse(text);
  if (!parsed.success) throw new InvalidArgumentError('give a whole number, 1 or more');
  return parsed.data;
}

function parseExpires(text: string): string {
  const parsed = z.union([z.iso.date().transform((day) => `${day}T00:00:00Z`), z.iso.datetime()]).safeParse(text);
  if (!parsed.success) throw new InvalidArgumentError('give a day such as 2027-01-01, or 2027-01-01T12:00:00Z');
  return parsed.data;
}

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = tellFault('ratetree keys', error);
}
