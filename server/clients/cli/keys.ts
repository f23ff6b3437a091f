/** `ratetree keys`: makes, lists and changes keys in the key file. A new key is printed once and stored nowhere. */
import { randomBytes } from 'node:crypto';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import { columns, manualText } from '../../../generator/kit/terminal.ts';
import { PLAN_ITEMS, type PlanItem } from '../../../generator/wire/answers/operations.ts';
import { utcDay } from '../../../generator/wire/words/calendar.ts';
import { hashOf } from '../../../generator/wire/words/hash.ts';
import { InputError } from '../../../generator/wire/words/input-error.ts';
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
  setting,
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

const operationsOption = () =>
  new Option(
    '--operations <list>',
    'operations, dialects and documents (files of the tree) in the plan, separated by commas, or all',
  ).argParser(parseOperations);
const perMinuteOption = [
  '--per-minute <number>',
  'requests a minute for each gateway process',
  parsePerMinute,
] as const;
const unlimitedOption = new Option('--unlimited', 'no limit on requests').conflicts('perMinute');
const expiresOption = ['--expires <date>', 'the UTC day or time from which the key is refused', parseExpires] as const;

interface FileFlag {
  readonly file: string;
}

interface RenewFlags extends FileFlag {
  readonly expires?: string;
}

interface PlanFlags extends FileFlag {
  readonly operations?: readonly PlanItem[];
  readonly perMinute?: number;
  readonly unlimited?: true;
}

const ENDING = `
A running gateway reads the file again when it changes.
`;

export function addKeys(program: Command): void {
  const examples = [
    'ratetree keys add alice                          its key is printed once',
    'ratetree keys list',
    'ratetree keys COMMAND --help                     the flags of a command',
  ];
  const keys = program.command('keys').addHelpText('after', manualText(examples, ENDING));
  addAdd(keys);
  addList(keys);
  addSet(keys);
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
    .addOption(operationsOption().default(PLAN_ITEMS, 'all'))
    .option(...perMinuteOption, REQUESTS_PER_MINUTE)
    .addOption(unlimitedOption)
    .option(...expiresOption)
    .action((name: string, { file, expires, ...flags }: PlanFlags & RenewFlags) => {
      const key = newKey();
      const plan = { operations: PLAN_ITEMS, requestsPerMinute: REQUESTS_PER_MINUTE, ...toPlan(flags) };
      const [digest, created] = [hashOf(key), utcDay(Date.now())];
      const record = { name, digest, enabled: true, expires: expires ?? null, created, plan };
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
      for (const line of columns([HEADER, ...readKeyFile(file).map(toCells)])) console.log(line);
    });
}

function addSet(keys: Command): void {
  const examples = ['ratetree keys set alice --per-minute 60', 'ratetree keys set alice --operations all'];
  const command = keys
    .command('set')
    .description('change the plan of a key: what it may ask, and how often')
    .argument('<name>', 'who it is for')
    .addOption(operationsOption())
    .option(...perMinuteOption)
    .addOption(unlimitedOption)
    .action((name: string, { file, ...flags }: PlanFlags) => {
      const plan = toPlan(flags);
      if (Object.keys(plan).length === 0)
        throw new InputError('nothing to set: give --operations, --per-minute or --unlimited');
      changeKeyFile(file, setting(name, plan));
      console.error(`changed the plan of ${name} in ${file}`);
    });
  withFile(command, examples);
}

/** What the flags say of a plan. */
function toPlan({ operations, perMinute, unlimited }: Omit<PlanFlags, 'file'>): Partial<KeyRecord['plan']> {
  const requestsPerMinute = unlimited ? null : perMinute;
  return { ...(operations && { operations }), ...(requestsPerMinute !== undefined && { requestsPerMinute }) };
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

const HEADER = ['NAME', 'STATE', 'CREATED', 'EXPIRES', 'A MINUTE', 'OPERATIONS'];

function toCells({ name, enabled, created = '-', expires, plan }: KeyRecord): readonly string[] {
  const { operations, requestsPerMinute: limit } = plan;
  const asked = PLAN_ITEMS.every((item) => operations.includes(item)) ? 'all' : operations.join(',');
  // A key that lasts until midnight is shown with the day alone.
  const until = expires?.replace('T00:00:00Z', '') ?? 'never';
  return [name, enabled ? 'enabled' : 'disabled', created, until, `${limit ?? 'no limit'}`, asked];
}

function parseOperations(text: string): readonly PlanItem[] {
  if (text === 'all') return PLAN_ITEMS;
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
