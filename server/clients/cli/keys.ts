/** `ratetree keys`: makes, lists and changes keys in the key file. A new key is printed once and stored nowhere. */
import { randomBytes } from 'node:crypto';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import { manualText } from '../../../generator/kit/terminal.ts';
import { PLAN_ITEMS, type PlanItem } from '../../../generator/wire/answers/operations.ts';
import { hashOf } from '../../../generator/wire/words/hash.ts';
import type { KeyRecord } from '../../request/keys/api-keys.ts';
import {
  adding,
  changeKeyFile,
  disabling,
  enabling,
  findRecord,
  readKeyFile,
  removing,
  rotating,
} from '../../request/keys/key-file.ts';
import { wholeNumber } from '../../request/query/values.ts';

const KEY_BYTES = 32;
/** Enough for a program that asks for each booking; one that asks without end stops nobody else. */
const REQUESTS_PER_MINUTE = 600;
const DEFAULT_FILE = process.env.RATETREE_KEYS || 'keys.json';

/** Printed on standard output, alone, so that a script can take it. */
const printKey = (key: string) => console.log(key);
const newKey = () => `rt_${randomBytes(KEY_BYTES).toString('base64url')}`;
const fileOption = ['--file <file>', 'the key file, which RATETREE_KEYS may also name', DEFAULT_FILE] as const;

const expiresOption = ['--expires <date>', 'the UTC day or time from which the key is refused', parseExpires] as const;

interface FileFlag {
  readonly file: string;
}

interface RenewFlags extends FileFlag {
  readonly expires?: string;
}

interface AddFlags extends RenewFlags {
  readonly operations?: readonly PlanItem[];
  readonly perMinute: number;
  readonly unlimited?: true;
}

const ENDING = `
A running gateway reads the file again when it changes.

Exit codes:
  0  done
  1  something that you gave cannot be used: a name, a flag, or the file
  6  a bug, or a broken machine: the stack is on standard error`;

export function addKeys(program: Command): void {
  const examples = [
    'ratetree keys add alice                          its key is printed once',
    'ratetree keys list',
    'ratetree keys COMMAND --help                     the flags of a command',
  ];
  const keys = program.command('keys').addHelpText('after', manualText(examples, ENDING));
  addAdd(keys);
  addList(keys);
  addDisable(keys);
  addEnable(keys);
  addRotate(keys);
  addRemove(keys);
}

/** What every command has in the end. @param examples lines that a person can use as they are */
function withFile(command: Command, examples: readonly string[]): Command {
  return command.option(...fileOption).addHelpText('after', manualText(examples, ENDING));
}

function addAdd(keys: Command): void {
  const command = keys
    .command('add')
    .description('make a key and print it, once')
    .argument('<name>', 'who it is for')
    .option(
      '--operations <list>',
      'operations, dialects and documents (files of the tree) in the plan, separated by commas (default: all)',
      parseOperations,
    )
    .option('--per-minute <number>', 'requests a minute for each gateway process', parsePerMinute, REQUESTS_PER_MINUTE)
    .addOption(new Option('--unlimited', 'no limit on requests').conflicts('perMinute'))
    .option(...expiresOption)
    .action((name: string, { file, operations = PLAN_ITEMS, perMinute, unlimited, expires }: AddFlags) => {
      const key = newKey();
      const plan = { operations: [...operations], requestsPerMinute: unlimited ? null : perMinute };
      const record = { name, digest: hashOf(key), enabled: true, expires: expires ?? null, plan };
      changeKeyFile(file, adding(record), 'no keys');
      console.error(`added ${name} to ${file}; the key is shown this once:`);
      printKey(key);
    });
  withFile(command, [
    'ratetree keys add alice',
    'ratetree keys add bob --per-minute 60 --expires 2030-01-01',
    'ratetree keys add bank --unlimited',
    'ratetree keys add till --operations latest,convert --file till.json',
  ]);
}

function addList(keys: Command): void {
  withFile(keys.command('list'), ['ratetree keys list --file keys.json'])
    .description('show names and plans of the keys, not the keys')
    .action(({ file }: FileFlag) => {
      for (const record of readKeyFile(file)) console.log(toLine(record));
    });
}

function addDisable(keys: Command): void {
  withFile(keys.command('disable'), ['ratetree keys disable alice'])
    .description('refuse a key from now on, until it is enabled')
    .argument('<name>', 'who it was for')
    .action((name: string, { file }: FileFlag) => {
      changeKeyFile(file, disabling(name));
      console.error(`disabled ${name} in ${file}`);
    });
}

function addEnable(keys: Command): void {
  const examples = ['ratetree keys enable alice', 'ratetree keys enable bob --expires 2030-01-01'];
  withFile(keys.command('enable').option(...expiresOption), examples)
    .description('accept a disabled key again')
    .argument('<name>', 'who it is for')
    .action((name: string, { file, expires }: RenewFlags) => {
      changeKeyFile(file, enabling(name, expires ?? null, Date.now()));
      console.error(`enabled ${name} in ${file}`);
    });
}

function addRotate(keys: Command): void {
  const examples = ['ratetree keys rotate alice                       the old key stops at once'];
  withFile(keys.command('rotate').option(...expiresOption), examples)
    .description('make a new key of the same name and plan and print it, once; the old one is refused from now on')
    .argument('<name>', 'who it is for')
    .action((name: string, { file, expires }: RenewFlags) => {
      const key = newKey();
      changeKeyFile(file, rotating(name, hashOf(key), expires ?? null, Date.now()));
      const { enabled } = findRecord(readKeyFile(file), name);
      const hint = enabled ? '' : ` (${name} is still disabled: "ratetree keys enable ${name}")`;
      console.error(`rotated ${name} in ${file}${hint}; the new key is shown this once:`);
      printKey(key);
    });
}

function addRemove(keys: Command): void {
  withFile(keys.command('remove'), ['ratetree keys remove alice'])
    .description('delete a key with its name and plan')
    .argument('<name>', 'who it was for')
    .action((name: string, { file }: FileFlag) => {
      changeKeyFile(file, removing(name));
      console.error(`removed ${name} from ${file}`);
    });
}

function toLine({ name, enabled, expires, plan }: KeyRecord): string {
  const limit = plan.requestsPerMinute === null ? 'no limit' : `${plan.requestsPerMinute} a minute`;
  const until = expires === null ? 'never expires' : `expires ${expires}`;
  return [name, enabled ? 'enabled' : 'disabled', until, limit, plan.operations.join(',')].join('\t');
}

function parseOperations(text: string): readonly PlanItem[] {
  return text.split(',').map((item) => {
    const found = PLAN_ITEMS.find((operation) => operation === item.trim());
    if (found === undefined) throw new InvalidArgumentError(`"${item}" is none of ${PLAN_ITEMS.join(', ')}`);
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
  if (Date.parse(parsed.data) <= Date.now()) throw new InvalidArgumentError('this time has passed; give a later one');
  return parsed.data;
}
