/** `ratetree currencies`, `providers` and `rules`: the lists of the service. */
import type { Command } from 'commander';
import { z } from 'zod';
import { columns, counted } from '../../../generator/kit/terminal.ts';
import { type Asker, askFor, type SentParameters, type Told } from '../ask/answers.ts';
import { type OriginFlags, tell, withQuestion } from '../cli/program.ts';

type List = 'currencies' | 'providers' | 'rules';

/** What of an item fits into a line. */
const SHOWN: Readonly<Record<List, readonly string[]>> = {
  currencies: ['code', 'numericCode', 'name'],
  providers: ['code', 'referenceCurrency', 'countryCode', 'description'],
  rules: ['code', 'provider', 'side', 'dateRule', 'purpose'],
};
const EXAMPLES: Readonly<Record<List, readonly string[]>> = {
  currencies: ['ratetree currencies USD,ALL'],
  providers: ['ratetree providers', 'ratetree providers --country CZ,PL'],
  rules: ['ratetree rules --country CZ', 'ratetree rules DE-VAT --json'],
};

const items = z.array(z.record(z.string(), z.union([z.string(), z.boolean()])));

export const addCurrencies = (program: Command) => addList(program, 'currencies');
export const addProviders = (program: Command) => addList(program, 'providers').option(...COUNTRY);
export const addRules = (program: Command) => addList(program, 'rules').option(...COUNTRY);

const COUNTRY = ['--country <codes>', 'only of these countries, separated by commas'] as const;

function addList(program: Command, list: List): Command {
  return withQuestion(program.command(list), EXAMPLES[list])
    .argument('[codes]', 'only these, separated by commas (default: all)')
    .action((code: string | undefined, { country, ...flags }: OriginFlags & { readonly country?: string }) =>
      tell({ ...flags, code, countryCode: country }, (asker, question) => toList(asker, list, question)),
    );
}

export async function toList(asker: Asker, list: List, question: SentParameters): Promise<Told> {
  const { value, text } = await askFor(asker, items, `/v1/${list}`, question);
  const rows = value.map((item) => [...SHOWN[list].map((name) => `${item[name]}`), item.obsolete ? 'obsolete' : '']);
  return {
    lines: [counted(value.length, list.replace(/s$/, '').replace(/ie$/, 'y'), list), ...columns(rows)],
    json: text,
  };
}
