/** `ratetree status`: who is on time, who is late and who missed what, from status.json of a tree, at this hour. */
import { styleText } from 'node:util';
import type { Command } from 'commander';
import { z } from 'zod';
import { detailLines, type StatusFacts, statusLines, toStatusFacts } from '../status/report.ts';
import { StoreError } from '../store/store.ts';
import type { VerifySource } from '../verify/source.ts';
import { statusPath } from '../wire/paths.ts';
import { type Status, status } from '../wire/status.ts';
import { toCodesFlag, toInstantFlag } from './flags.ts';
import { EXIT } from './shared.ts';
import { type StoreFlags, withStoreOptions } from './target.ts';
import { openSource } from './verify.ts';

interface StatusFlags extends StoreFlags {
  readonly provider?: readonly string[];
  readonly now?: string;
  readonly strict?: true;
  readonly json?: true;
}

export function addStatus(program: Command): void {
  withStoreOptions(program.command('status'))
    .argument('[target]', 'the tree: a folder, s3://BUCKET/PREFIX, or http(s)://…', 'dist')
    .option('--provider <codes>', 'only these, commas between, with each currency and each gap', toCodesFlag)
    .option('--now <instant>', 'as of this UTC instant (default: the clock)', toInstantFlag)
    .option('--strict', 'end with 2 where a provider missed a publication')
    .option('--json', 'the facts as one line of JSON, in place of the table')
    .action(async (target: string, flags: StatusFlags) => {
      try {
        await tellStatus(target, flags);
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
        console.error(`ratetree: ${error.message}`);
        process.exitCode = EXIT.storeFailed;
      }
    });
}

async function tellStatus(target: string, flags: StatusFlags): Promise<void> {
  const source = await openSource(target, flags);
  try {
    const nowMs = flags.now === undefined ? Date.now() : Date.parse(flags.now);
    const facts = toStatusFacts(await readStatus(source), flags.provider ?? null, nowMs);
    for (const line of flags.json === true ? [JSON.stringify(facts)] : toLines(facts, flags)) console.log(line);
    const hasMissed = facts.providers.some(({ missed }) => missed.length > 0);
    if (flags.strict === true && hasMissed) process.exitCode = EXIT.providerFailures;
  } finally {
    await source.close();
  }
}

function toLines(facts: StatusFacts, { provider }: StatusFlags): readonly string[] {
  const isColored = process.stdout.isTTY && process.stdout.hasColors();
  const table = statusLines(facts, (line) => (isColored ? styleText('yellow', line) : line));
  return provider === undefined ? table : [...table, ...facts.providers.flatMap(detailLines)];
}

async function readStatus(source: VerifySource): Promise<Status> {
  const bytes = await source.read(statusPath);
  if (bytes === null) throw new Error(`${source.name}: no ${statusPath} here: name a tree, or make one with generate`);
  const parsed = status.safeParse(parseJson(bytes));
  if (parsed.success) return parsed.data;
  const words = z.prettifyError(parsed.error);
  throw new SyntaxError(`${source.name}: ${statusPath} is not what this version of generate writes: ${words}`);
}

/** null for what is no JSON, which the schema refuses. */
function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
