/** `ratetree compare`: GLOBAL, or one provider, beside rates that a person has from elsewhere. */
import type { Command } from 'commander';
import { parse as parseJson } from 'lossless-json';
import { z } from 'zod';
import { remembered } from '../kit/items.ts';
import { columns, manualText } from '../kit/terminal.ts';
import {
  type Comparison,
  type Deviations,
  readReference,
  type StatedDay,
  toComparison,
} from '../rates/compare/comparing.ts';
import { openGenerated } from '../release/pointer/generated.ts';
import { TreeInForce } from '../release/tree/read/in-force.ts';
import { namedRows } from '../wire/answers/named-rows.ts';
import { provenancePath } from '../wire/answers/paths.ts';
import { fixingFor } from '../wire/answers/provider-index.ts';
import { InputError } from '../wire/words/input-error.ts';
import { type CurrencyCode, currencyCode, GLOBAL, type IsoDate, type ProviderCode } from '../wire/words/schemas.ts';
import { toProviderFlag } from './cli/flags.ts';

interface CompareFlags {
  readonly with: string;
  readonly provider: ProviderCode;
  readonly json?: true;
}

const EXAMPLES = ['ratetree compare --with rates.csv                dist beside rates of your own'];

export function addCompare(program: Command): void {
  program
    .command('compare')
    .argument('[tree]', 'the folder of the tree', 'dist')
    .requiredOption('--with <file>', 'your own rates: a CSV with the header date,currency,rate,base')
    .option('--provider <code>', 'the provider whose figures are compared', toProviderFlag, GLOBAL)
    .option('--json', 'print one line of JSON instead of the tables')
    .addHelpText('after', manualText(EXAMPLES))
    .action(async (tree: string, flags: CompareFlags) => {
      const rates = await readReference(flags.with);
      const { dayOf, span } = await readDays(tree, flags.provider);
      const comparison = toComparison(rates, dayOf);
      if (comparison.all === null) {
        const has = `its fixings are of ${span.join(' to ')}`;
        throw new InputError(`${flags.with}: ${flags.provider} in ${tree} states none of these rates; ${has}`);
      }
      const lines = linesOf(comparison, comparison.all, flags, rates.length);
      const facts = { provider: flags.provider, tree, with: flags.with, rates: rates.length, ...comparison };
      for (const line of flags.json === true ? [JSON.stringify(facts)] : lines) console.log(line);
    });
}

/** @throws InputError if the folder holds no tree, or if the tree does not have the provider */
async function readDays(
  folder: string,
  provider: ProviderCode,
): Promise<{ readonly dayOf: (date: IsoDate) => StatedDay | null; readonly span: readonly IsoDate[] }> {
  const tree = new TreeInForce(folder, (await openGenerated(folder)).pointer.root);
  const index = tree.index(provider);
  if (index === null)
    throw new InputError(`${folder}: the tree has no figures of ${provider}; correct the code in --provider`);
  const facts = { provider, references: index.references, bidAsk: false };
  const read = remembered((date: IsoDate): StatedDay => {
    const table = tree.table(facts, date);
    const methods = provider === GLOBAL ? tree.parsed(provider, provenancePath(provider, date), toMethods) : new Map();
    return { table, methods };
  });
  const dayOf = (date: IsoDate) => {
    const fixing = fixingFor(index, date);
    return fixing === null ? null : read(fixing);
  };
  return { dayOf, span: [index.fixings[0], index.fixings.at(-1)].flatMap((one) => one?.date ?? []) };
}

const provenance = z.object({
  currencies: namedRows.pipe(z.array(z.object({ currency: currencyCode, method: z.string() }))),
});

function toMethods(text: string): ReadonlyMap<CurrencyCode, string> {
  return new Map(provenance.parse(parseJson(text)).currencies.map(({ currency, method }) => [currency, method]));
}

const HEADER = ['FIGURES', '0.1 %', '0.5 %', '1 %', '5 %', 'MEDIAN', '95TH', 'LARGEST', 'ON'];

function linesOf(
  { noFixing, notStated, methods, currencies }: Comparison,
  all: Deviations,
  flags: CompareFlags,
  rates: number,
): readonly string[] {
  const lacking = Object.values(notStated).reduce((sum, count) => sum + count, 0);
  return [
    `${all.figures} of ${rates} rates compared with ${flags.provider}: shares within a bound, and deviations in basis points`,
    ...(noFixing === 0 ? [] : [`rates for days without a fixing: ${noFixing}`]),
    ...(lacking === 0
      ? []
      : [`rates that ${flags.provider} does not state: ${lacking} (${Object.keys(notStated).join(', ')})`]),
    '',
    ...columns([['METHOD', ...HEADER], ...[...methods, all].map(toCells)]),
    '',
    ...columns([['CURRENCY', ...HEADER], ...currencies.map(toCells)]),
  ];
}

function toCells({ name, figures, within, medianBp, percentile95Bp, largestBp, largestOn }: Deviations): string[] {
  return [name, `${figures}`, ...Object.values(within), medianBp, percentile95Bp, largestBp, largestOn];
}
