/** `ratetree why`: where a figure comes from, by the provenance of its fixing and of the fixings behind it. */
import type { Command } from 'commander';
import type { Asker } from '../ask/answers.ts';
import { type OriginFlags, tell, withOrigin, withQuestion } from '../cli/program.ts';
import { STANDARD_OUTPUT, writeDocuments } from './document.ts';
import { toWhy } from './explanation.ts';

const EXAMPLES = [
  'ratetree why GLOBAL 2026-03-10 SEK    the banks behind it',
  'ratetree why ECB 2026-03-10 SEK       the digits as published',
  'ratetree why GLOBAL latest SEK --json',
  'ratetree why ECB latest SEK --origin releases --document ecb.xml',
];

interface WhyFlags extends OriginFlags {
  readonly document?: string;
}

export function addWhy(program: Command): void {
  withQuestion(program.command('why'), EXAMPLES)
    .description('where a figure comes from')
    .argument('<provider>', 'GLOBAL, or the code of a bank')
    .argument('<date>', 'a day, as 2026-03-10, or latest')
    .argument('<currency>', 'the currency of the figure')
    .option('--document <file>', 'write what the bank sent, byte for byte, from a store; - is standard output')
    .action(async (provider: string, date: string, currency: string, { document: file, ...flags }: WhyFlags) => {
      const ask = async (asker: Asker) => {
        const why = await toWhy(asker, { provider, date, currency }, Date.now());
        if (file === undefined) return why;
        const lines = await writeDocuments(why.published, { origin: flags.origin, provider: why.provider, file });
        return { ...why, lines: [...why.lines, '', ...lines] };
      };
      if (file !== STANDARD_OUTPUT) await tell(flags, ask);
      // Standard output is the document's.
      else await withOrigin(flags.origin, async (asker) => console.error((await ask(asker)).lines.join('\n')));
    });
}
