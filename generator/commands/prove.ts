/** `ratetree prove`: writes everything that an auditor needs for one figure into one file. */
import { writeFileSync } from 'node:fs';
import { type Command, InvalidArgumentError } from 'commander';
import { atPath } from '../kit/files.ts';
import { manualText } from '../kit/terminal.ts';
import { type Asked, LATEST } from '../release/proof/make.ts';
import { toProof } from '../release/verify/prove.ts';
import { releaseId } from '../wire/release/manifest.ts';
import { toIsoDate } from '../wire/words/calendar.ts';
import type { ProviderCode } from '../wire/words/schemas.ts';
import { toWrittenCode } from '../wire/words/written-codes.ts';
import { toProviderFlag } from './cli/flags.ts';
import { type StoreFlags, withSource, withStoreOptions } from './cli/target.ts';

interface ProveFlags extends StoreFlags {
  readonly from: string;
  readonly release?: string;
  readonly out?: string;
}

const EXAMPLES = [
  'ratetree prove ECB 2026-03-13 USD --from https://rates.example',
  'ratetree prove GLOBAL latest SEK --from s3://rates/public --out sek.proof',
  'ratetree prove ECB latest USD --from s3://rates/public --release 2026-03-14',
];

function toDayFlag(text: string): Asked['date'] {
  const date = text === LATEST ? text : toIsoDate(text);
  if (date === null) throw new InvalidArgumentError('It must be latest, or a day, written YYYY-MM-DD.');
  return date;
}

function toReleaseFlag(text: string): string {
  if (releaseId.safeParse(text).success || toIsoDate(text) !== null) return text;
  throw new InvalidArgumentError('It must be the 16 digits of a release, 0-9 and a-f, or a day, written YYYY-MM-DD.');
}

export function addProve(program: Command): void {
  withStoreOptions(program.command('prove'))
    .argument('<provider>', 'GLOBAL, or the code of a bank', toProviderFlag)
    .argument('<date>', 'the day of the fixing, or latest', toDayFlag)
    .argument('<currency>', 'the currency of the figure')
    .requiredOption('--from <target>', 'the store: a folder, s3://BUCKET/PREFIX, or http(s)://…')
    .option(
      '--release <release>',
      'its id, or a day: the last one published by its end, UTC (default: the release in force)',
      toReleaseFlag,
    )
    .option('--out <file>', 'the file of the proof (default: PROVIDER-DATE-CURRENCY.proof)')
    .addHelpText('after', manualText(EXAMPLES))
    .action(async (provider: ProviderCode, date: Asked['date'], code: string, flags: ProveFlags) => {
      const currency = toWrittenCode(code);
      const asked = { provider, date, currency };
      const text = await withSource(flags.from, flags, (source) => toProof(source, asked, flags.release));
      const file = flags.out ?? `${provider}-${date}-${currency}.proof`;
      atPath(file, () => writeFileSync(file, text));
      console.log(`written to ${file}: "ratetree verify ${file} --public-key FILE" reads it without a network`);
    });
}
