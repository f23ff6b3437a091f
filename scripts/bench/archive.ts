/**
 * Writes a realistic archive of any size for measurements: N banks and Y years, made from the ECB's recorded history.
 * Each bank states the ECB's figures in its own reference currency and direction, with 3 bp of noise. Of its rows 1 %
 * are corrected or come late; some banks state bid and ask, and some state a few currencies in a weekly list. The same
 * arguments always write the same bytes, and a later --until only adds rows, as nights do.
 *
 * node build/scripts/bench/archive.js --from ARCHIVE_WITH_ECB --out DIR [--banks 15] [--years 27] [--until DATE] [--seed 1]
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readArchive } from '../../generator/sources/archive/archive.ts';
import { addUnlisted } from '../../generator/sources/archive/documents.ts';
import { PROVIDERS } from '../../generator/sources/providers/index.ts';
import { InputError } from '../../generator/wire/words/input-error.ts';
import { SyntheticBank, toPerEuro } from './synthetic-bank.ts';

const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    out: { type: 'string' },
    banks: { type: 'string', default: '15' },
    years: { type: 'string', default: '27' },
    until: { type: 'string', default: '9999-12-31' },
    seed: { type: 'string', default: '1' },
  },
});
if (values.from === undefined || values.out === undefined) {
  throw new InputError('--from and --out are needed: an archive that holds the ECB, and the folder to write');
}

const perEuro = toPerEuro((await readArchive(values.from, 'ECB')).rows);
const dates = [...perEuro.keys()].filter((date) => date <= values.until);
const last = dates.at(-1);
if (last === undefined) throw new InputError(`--from ${values.from}: it holds no figure of the ECB up to --until`);
const first = `${Number.parseInt(last, 10) - Number.parseInt(values.years, 10)}${last.slice(4)}`;
const wanted = dates.filter((date) => date > first);

/** Daily banks come first, because only they enter GLOBAL. */
const isDaily = ({ monthly, obsolete, validity, bridge }: (typeof PROVIDERS)[number]) =>
  !monthly && !obsolete && validity === undefined && bridge === undefined;
const definitions = [
  ...PROVIDERS.filter(isDaily),
  ...PROVIDERS.filter((one) => !isDaily(one) && one.bridge === undefined),
];
const chosen = definitions.slice(0, Number.parseInt(values.banks, 10));

let rows = 0;
for (const [place, definition] of chosen.entries()) {
  const bank = new SyntheticBank(definition, perEuro, Number.parseInt(values.seed, 10) * 1000 + place);
  const folder = join(values.out, definition.code);
  mkdirSync(folder, { recursive: true });
  for (const { year, text, count } of bank.years(wanted, values.until)) {
    writeFileSync(join(folder, `${year}.csv`), text);
    rows += count;
  }
  await addUnlisted(values.out, definition.code, bank.documents());
}
console.log(`${rows} rows of ${chosen.length} banks from ${wanted[0]} to ${last} in ${values.out}`);
