/**
 * `ratetree quarantine`: lists what is kept out of the tree and why, or records what a person decides: to accept figures,
 * to hold others by name, to end a hold, or to confirm a redenomination.
 */
import type { Command } from 'commander';
import { counted, manualText } from '../kit/terminal.ts';
import { toQuarantineLine } from '../rates/quarantine/list.ts';
import {
  hold,
  readHeld,
  readRenewed,
  redenominate,
  release,
  toHeldLine,
  toRenewedLine,
  undoRedenomination,
} from '../rates/quarantine/person-holds.ts';
import { isSelected } from '../rates/quarantine/quarantine.ts';
import { readQuarantine } from '../rates/walk/walk.ts';
import { writeAccepted } from '../sources/archive/confirmed.ts';
import { HELD } from '../sources/archive/holds.ts';
import { PROVIDERS } from '../sources/providers/index.ts';
import { toInstant } from '../wire/words/calendar.ts';
import { InputError } from '../wire/words/input-error.ts';
import type { IsoDate } from '../wire/words/schemas.ts';
import { ARCHIVE_OPTION, refuseMissingFolder, toDateFlag } from './cli/flags.ts';

interface QuarantineFlags {
  readonly archive: string;
  readonly accept?: readonly string[];
  readonly hold?: readonly string[];
  readonly release?: readonly string[];
  readonly redenominate?: string;
  readonly undoRedenomination?: string;
  readonly factor?: string;
  readonly from?: IsoDate;
  readonly until?: IsoDate;
  readonly note?: string;
}

const DECISIONS = ['accept', 'hold', 'release', 'redenominate', 'undoRedenomination'] as const;
const flagOf = (name: string) => `--${name.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`)}`;

const EXAMPLES = [
  'ratetree quarantine                              what is held back, and why',
  'ratetree quarantine --accept HKMA/2025-10-28/PHP --note "devalued that day"',
  'ratetree quarantine --hold NBP/CUP --note "the bank corrects its list"',
];

export function addQuarantine(program: Command): void {
  program
    .command('quarantine')
    .option(...ARCHIVE_OPTION)
    .option(
      '--accept <figures...>',
      'let these into the tree: HKMA/2025-10-28/PHP is one figure, HKMA/2025-10-28 a list, HKMA/PHP a currency, HKMA ' +
        'a provider; needs --note',
    )
    .option(
      '--hold <names...>',
      'keep these out of the tree: names as for --accept, or GLOBAL/CUP for a currency of GLOBAL; needs --note',
    )
    .option(
      '--from <date>',
      'the first day of --hold (default: today), or of the new unit of --redenominate',
      toDateFlag,
    )
    .option('--until <date>', 'the last date that --hold covers (default: until it is released)', toDateFlag)
    .option('--release <names...>', 'end the holds of these names, as the list shows them; needs --note')
    .option(
      '--redenominate <code>',
      'confirm that the currency drops zeros: every bank may step by --factor around the day --from; needs --note',
    )
    .option('--factor <number>', 'how many old units are a new one: 10, 100, … 1000000')
    .option('--undo-redenomination <code>', 'withdraw that confirmation; needs --note')
    .option('--note <text>', 'the reason, or the evidence that accepted figures are right; it is kept with them')
    .addHelpText('after', manualText(EXAMPLES))
    .action(decide);
}

async function decide(flags: QuarantineFlags): Promise<void> {
  const [decision, second] = DECISIONS.filter((name) => flags[name] !== undefined);
  if (second !== undefined) throw new InputError(`${flagOf(decision ?? '')} and ${flagOf(second)}: use one at a time`);
  if (flags.from !== undefined && decision !== 'hold' && decision !== 'redenominate')
    throw new InputError(
      '--from is the first day of a hold or a new unit: add --hold or --redenominate, or leave it out',
    );
  if (flags.until !== undefined && decision !== 'hold')
    throw new InputError('--until is the last day of a hold: add --hold, or leave it out');
  if (flags.factor !== undefined && decision !== 'redenominate')
    throw new InputError('--factor is that of a redenomination: add --redenominate, or leave it out');
  const { archive, accept = [], hold: toHold = [], release: toRelease = [], note } = flags;
  if (decision !== undefined && note === undefined)
    throw new InputError(
      decision === 'accept'
        ? '--accept needs --note: give the evidence that the figures are right'
        : `${flagOf(decision)} needs --note: say why, for those who read it later`,
    );
  refuseMissingFolder(archive, 'archive', '--archive');
  if (decision === undefined || note === undefined) await list(archive);
  else if (decision === 'accept') await acceptFigures(archive, accept, note);
  else if (decision === 'hold') await hold(archive, toHold, flags, note, new Date());
  else if (decision === 'release') await release(archive, toRelease, note);
  else console.log(await renew(archive, flags, note));
}

function renew(
  archive: string,
  { redenominate: code, undoRedenomination: undone = '', ...days }: QuarantineFlags,
  note: string,
) {
  const now = new Date();
  return code === undefined
    ? undoRedenomination(archive, undone, note, now)
    : redenominate(archive, code, days, note, now);
}

async function list(archive: string): Promise<void> {
  const quarantined = await readQuarantine(archive, PROVIDERS);
  const holds = await readHeld(archive);
  for (const figure of quarantined) console.log(toQuarantineLine(figure));
  for (const one of holds) console.log(toHeldLine(one));
  for (const row of await readRenewed(archive)) console.log(`redenominated: ${toRenewedLine(row)}`);
  const also = holds.length === 0 ? '' : `, ${counted(holds.length, 'hold')} in effect`;
  console.log(`${counted(quarantined.length, 'figure')} in quarantine in ${archive}${also}`);
}

async function acceptFigures(archive: string, texts: readonly string[], note: string): Promise<void> {
  const quarantined = await readQuarantine(archive, PROVIDERS);
  const chosen = texts.flatMap((text) => {
    const found = quarantined.filter((one) => isSelected(one, text));
    const judged = found.filter(({ reason }) => !HELD.test(reason));
    if (judged.length > 0) return judged;
    if (found.length > 0) throw new InputError(`--accept ${text}: a person holds it; --release ends the hold`);
    throw new InputError(
      `--accept ${text}: no such figure is in quarantine; run quarantine without --accept to list them`,
    );
  });
  const rows = [...new Set(chosen)];
  for (const provider of new Set(rows.map((one) => one.provider))) {
    const own = rows.filter((one) => one.provider === provider).map(({ row }) => row);
    await writeAccepted(archive, provider, own, { accepted: toInstant(new Date()), note });
  }
  for (const figure of rows) console.log(`accepted: ${toQuarantineLine(figure)}`);
}
