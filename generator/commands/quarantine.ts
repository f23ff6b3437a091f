/**
 * `ratetree quarantine`: lists the figures that are kept out of the tree and why, or records that a person accepts
 * some.
 */
import type { Command } from 'commander';
import { writeAccepted } from '../archive/accepted.ts';
import { PROVIDERS } from '../providers/index.ts';
import { toQuarantineLine } from '../quarantine/list.ts';
import { figures, readQuarantine } from '../quarantine/notes.ts';
import { isSelected, type Quarantined } from '../quarantine/quarantine.ts';
import { toInstant } from '../wire/calendar.ts';
import { InputError } from '../wire/input-error.ts';
import { ARCHIVE_OPTION, refuseMissingFolder } from './flags.ts';

interface QuarantineFlags {
  readonly archive: string;
  readonly accept?: readonly string[];
  readonly note?: string;
}

export function addQuarantine(program: Command): void {
  program
    .command('quarantine')
    .option(...ARCHIVE_OPTION)
    .option(
      '--accept <figures...>',
      'let these into the tree: HKMA/2025-10-28/PHP is one figure, HKMA/PHP a currency, HKMA a provider; needs --note',
    )
    .option('--note <text>', 'the evidence that the accepted figures are right; it is kept with them')
    .action(async (flags: QuarantineFlags) => {
      refuseMissingFolder(flags.archive, 'archive', '--archive');
      const quarantined = await readQuarantine(flags.archive, PROVIDERS);
      if (flags.accept === undefined) {
        for (const held of quarantined) console.log(toQuarantineLine(held));
        console.log(`${figures(quarantined.length)} in quarantine in ${flags.archive}`);
        return;
      }
      if (flags.note === undefined)
        throw new InputError('--accept needs --note: give the evidence that the figures are right');
      const chosen = flags.accept.flatMap((text) => selected(quarantined, text));
      for (const provider of new Set(chosen.map((held) => held.provider))) {
        const own = chosen.filter((held) => held.provider === provider).map(({ row }) => row);
        await writeAccepted(flags.archive, provider, own, { accepted: toInstant(new Date()), note: flags.note });
      }
      for (const held of chosen) console.log(`accepted: ${toQuarantineLine(held)}`);
    });
}

/** @throws InputError if none of the figures in quarantine has that name */
function selected(quarantined: readonly Quarantined[], text: string): readonly Quarantined[] {
  const found = quarantined.filter((held) => isSelected(held, text));
  if (found.length === 0)
    throw new InputError(
      `--accept ${text}: no such figure is in quarantine; run quarantine without --accept to list them`,
    );
  return found;
}
