/**
 * `ratetree status`: reads status.json of a tree and prints which providers are on time, late, or missed a publication.
 */
import { styleText } from 'node:util';
import type { Command } from 'commander';
import { manualText, takesColours } from '../kit/terminal.ts';
import { detailLines, type StatusReport, statusLines, toStatusReport } from '../rates/status/report.ts';
import type { VerifySource } from '../release/verify/source.ts';
import { statusPath } from '../wire/answers/paths.ts';
import { type Status, status } from '../wire/answers/status.ts';
import { EXIT, InputError } from '../wire/words/input-error.ts';
import { toCodesFlag, toInstantFlag } from './cli/flags.ts';
import { type StoreFlags, withSource, withStoreOptions } from './cli/target.ts';

interface StatusFlags extends StoreFlags {
  readonly provider?: readonly string[];
  readonly now?: string;
  readonly strict?: true;
  readonly json?: true;
}

const EXAMPLES = [
  'ratetree status                                  of the tree in dist',
  'ratetree status https://rates.example/ --provider ECB,TCMB',
  'ratetree status s3://rates/public --strict       exit code 2 if a bank is late',
];

export function addStatus(program: Command): void {
  withStoreOptions(program.command('status'))
    .argument('[target]', 'the tree: a folder, s3://BUCKET/PREFIX, or http(s)://…', 'dist')
    .option(
      '--provider <codes>',
      'only these providers, separated by commas, with each currency and each gap',
      toCodesFlag,
    )
    .option('--now <instant>', 'the UTC instant to report on (default: the current time)', toInstantFlag)
    .option('--strict', 'exit with 2 if a provider missed a publication')
    .option('--json', 'print one line of JSON instead of the table')
    .addHelpText('after', manualText(EXAMPLES))
    .action((target: string, flags: StatusFlags) => withSource(target, flags, (source) => printStatus(source, flags)));
}

async function printStatus(source: VerifySource, flags: StatusFlags): Promise<void> {
  const nowMs = flags.now === undefined ? Date.now() : Date.parse(flags.now);
  const facts = toStatusReport(await readStatus(source), flags.provider ?? null, nowMs);
  for (const line of flags.json === true ? [JSON.stringify(facts)] : toLines(facts, flags)) console.log(line);
  const hasMissed = facts.providers.some(({ missed }) => missed.length > 0);
  if (flags.strict === true && hasMissed) process.exitCode = EXIT.providerFailures;
}

function toLines(facts: StatusReport, { provider }: StatusFlags): readonly string[] {
  const isColored = takesColours(process.stdout, process.env);
  const table = statusLines(facts, (line) => (isColored ? styleText('yellow', line) : line));
  return provider === undefined ? table : [...table, ...facts.providers.flatMap(detailLines)];
}

/** @throws InputError if the source is not a tree that this version can read */
async function readStatus(source: VerifySource): Promise<Status> {
  const bytes = await source.read(statusPath);
  if (bytes === null)
    throw new InputError(`${source.name}: there is no ${statusPath} here: name a tree, or make one with generate`);
  const parsed = status.safeParse(parseJson(bytes));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const fault = `${issue?.message} at ${issue?.path.join('.') || 'its top'}`;
  throw new InputError(
    `${source.name}: ${statusPath} is not what this version of generate writes, run it again: ${fault}`,
  );
}

/** Returns undefined, which the schema refuses, for bytes that are not JSON. */
function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
