/** `ratetree prove`: writes everything that an auditor needs for one figure into one file. */
import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { toDateFlag, toProviderFlag } from '../cli/flags.ts';
import { type StoreFlags, withSource, withStoreOptions } from '../cli/target.ts';
import { atPath } from '../kit/files.ts';
import { manualText } from '../kit/manual.ts';
import { toProof } from '../verify/prove.ts';
import type { IsoDate, ProviderCode } from '../wire/words/schemas.ts';

interface ProveFlags extends StoreFlags {
  readonly from: string;
  readonly out?: string;
}

const EXAMPLES = [
  'ratetree prove ECB 2026-03-13 USD --from https://rates.example',
  'ratetree prove GLOBAL 2026-03-13 SEK --from s3://rates/public --out sek.proof',
];

export function addProve(program: Command): void {
  withStoreOptions(program.command('prove'))
    .argument('<provider>', 'GLOBAL, or the code of a bank', toProviderFlag)
    .argument('<date>', 'the day of the fixing', toDateFlag)
    .argument('<currency>', 'the currency of the figure')
    .requiredOption('--from <target>', 'the store: a folder, s3://BUCKET/PREFIX, or http(s)://…')
    .option('--out <file>', 'the file of the proof (default: PROVIDER-DATE-CURRENCY.proof)')
    .addHelpText('after', manualText(EXAMPLES))
    .action(async (provider: ProviderCode, date: IsoDate, code: string, flags: ProveFlags) => {
      const currency = code.toUpperCase();
      const text = await withSource(flags.from, flags, (source) => toProof(source, { provider, date, currency }));
      const file = flags.out ?? `${provider}-${date}-${currency}.proof`;
      atPath(file, () => writeFileSync(file, text));
      console.log(`written to ${file}: "ratetree verify ${file} --public-key FILE" reads it without a network`);
    });
}
