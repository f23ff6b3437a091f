/** What the commands that answer questions share: their options, how they print, and how they end. */
import { styleText } from 'node:util';
import { Command } from 'commander';
import { StoreDown } from '../../generator/wire/served-tree.ts';
import { takesColours } from '../../generator/wire/terminal.ts';
import { Refused } from '../ask/answers.ts';
import type { Asker } from '../ask/asker.ts';
import { KEY_VARIABLE, openOrigin } from '../ask/origin.ts';
import { examplesText } from './examples.ts';
import { tellFault } from './fault.ts';

/** An answer in both forms. */
export interface Told {
  /** For people; the first line is the headline. */
  readonly lines: readonly string[];
  /** For machines: one line of JSON. */
  readonly json: string;
}

export interface OriginFlags {
  readonly origin?: string;
  readonly json?: true;
}

const REFUSED = 1;
const STORE_FAILED = 4;
const BROKEN = 6;

const ORIGINS = `
Where the figures come from:
  --origin names a folder with a tree or releases, s3://BUCKET/PREFIX, or the
  http(s):// address of a tree, of releases or of a gateway. Without it the
  variable RATETREE_ORIGIN counts, else the folder dist. RATETREE_PUBLIC_KEYS
  and RATETREE_S3_* hold as for the gateway. A gateway is asked with the key
  in ${KEY_VARIABLE}.
`;

const EXIT_CODES = `
Exit codes:
  0  answered
  1  refused: something that you gave cannot be used. The message says what,
     and what to write; with --json the refusal is on standard output
  4  the origin cannot be read, or has nothing at hand
  6  a bug, or a broken machine`;

export const ORIGIN_OPTION = [
  '--origin <target>',
  'a folder, s3://BUCKET/PREFIX, or http(s)://… (default: RATETREE_ORIGIN, else dist)',
] as const;

/** @param examples lines of a command and what it answers */
export function consoleCommand(name: string, description: string, examples: readonly string[]): Command {
  return askingCommand(name, description, examples, EXIT_CODES).option(
    '--json',
    'print one line of JSON instead of the table',
  );
}

/** @param exitCodes what each exit code means, below a heading */
export function askingCommand(
  name: string,
  description: string,
  examples: readonly string[],
  exitCodes: string,
): Command {
  return new Command(`ratetree ${name}`)
    .description(description)
    .option(...ORIGIN_OPTION)
    .addHelpText('after', `${examplesText(examples)}${ORIGINS}${exitCodes}`);
}

/** Standard output belongs to answers. */
export const say = (line: string) => console.error(`ratetree: ${line}`);

/** Opens the origin, asks, prints, and closes the origin however that ends. */
export async function tell({ origin, json }: OriginFlags, ask: (asker: Asker) => Promise<Told>): Promise<void> {
  await withOrigin(origin, async (asker) => {
    try {
      const told = await ask(asker);
      console.log(json === true ? told.json : toScreen(told.lines).join('\n'));
    } catch (error) {
      if (json === true && error instanceof Refused) console.log(error.body);
      throw error;
    }
  });
}

/** Opens the origin that a flag or the environment names, and closes it however `use` ends. */
export async function withOrigin(origin: string | undefined, use: (asker: Asker) => Promise<void>): Promise<void> {
  const asker = await openOrigin(origin ?? null, process.env, { say });
  try {
    await use(asker);
  } finally {
    await asker.close();
  }
}

/** What an origin says is text and nothing else: a control character in a name shall not move the cursor. */
const plain = (line: string) => line.replace(/\p{Cc}/gu, '?');

function toScreen(told: readonly string[]): readonly string[] {
  const [headline = '', ...lines] = told.map(plain);
  return [takesColours(process.stdout, process.env) ? styleText('bold', headline) : headline, ...lines];
}

export async function run(command: Command): Promise<void> {
  command.exitOverride(({ code, exitCode }) => {
    // The usage helps after an unknown name. A wrong value is told in one line.
    if (code === 'commander.unknownOption') command.outputHelp({ error: true });
    process.exit(exitCode);
  });
  try {
    await command.parseAsync();
  } catch (error) {
    process.exitCode = tellEnd(error);
  }
}

/** What a person may do about a refusal whose words are about addresses. */
const NEXT: Readonly<Record<string, string>> = {
  1001: '; "ratetree status" lists the providers',
  1401: `; here it is the variable ${KEY_VARIABLE}`,
  1402: `; correct the variable ${KEY_VARIABLE}`,
};

function tellEnd(error: unknown): number {
  if (error instanceof Refused) {
    console.error(`ratetree: ${plain(error.message)}${NEXT[error.code] ?? ''} (${error.code})`);
    return error.code === '1500' ? BROKEN : error.code === '1503' ? STORE_FAILED : REFUSED;
  }
  if (!(error instanceof StoreDown)) return tellFault('ratetree', error);
  console.error(`ratetree: ${error.message}; check --origin and the connection, and ask again`);
  return STORE_FAILED;
}
