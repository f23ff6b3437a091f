/** `ratetree why`: where a figure comes from, by the provenance of its fixing and of the fixings behind it. */
import type { Command } from 'commander';
import { type OriginFlags, tell, withQuestion } from '../cli/program.ts';
import { toWhy } from './explanation.ts';

const EXAMPLES = [
  'ratetree why GLOBAL 2026-03-10 SEK    the banks behind it',
  'ratetree why ECB 2026-03-10 SEK       the digits as published',
  'ratetree why GLOBAL latest SEK --json',
];

export function addWhy(program: Command): void {
  withQuestion(program.command('why'), EXAMPLES)
    .description('where a figure comes from')
    .argument('<provider>', 'GLOBAL, or the code of a bank')
    .argument('<date>', 'a day, as 2026-03-10, or latest')
    .argument('<currency>', 'the currency of the figure')
    .action((provider: string, date: string, currency: string, flags: OriginFlags) =>
      tell(flags, (asker) => toWhy(asker, { provider, date, currency }, Date.now())),
    );
}
