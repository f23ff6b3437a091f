/** What `quarantine --redenominate` and `--undo-redenomination` do: a line of the archive's list of redenominations. */

import {
  type RedenominationRow,
  readRedenominations,
  redenominationsUntil,
  writeRedenomination,
} from '../../sources/archive/confirmed.ts';
import { refuseBadNote } from '../../sources/archive/ledger.ts';
import { codesOf, readCurrencies } from '../../sources/facts/currencies.ts';
import { InputError } from '../../wire/words/input-error.ts';
import { EUR, type IsoDate } from '../../wire/words/schemas.ts';

const FACTORS = ['10', '100', '1000', '10000', '100000', '1000000'];

interface Days {
  readonly from?: IsoDate;
  readonly factor?: string;
}

/** `UZS from 2026-10-19, 1000 old are 1 new, confirmed at 2026-10-20T09:00:00Z: decree of the president` */
export function toRenewedLine({ at, code, from, factor, note }: RedenominationRow): string {
  return `${code} from ${from}, ${factor} old are 1 new, confirmed at ${at}: ${note}`;
}

/** Those in effect. */
export async function readRenewed(archive: string): Promise<readonly RedenominationRow[]> {
  return redenominationsUntil(await readRedenominations(archive), null);
}

/** @returns what was written, for a person. @throws InputError naming the flag and the fix */
export async function redenominate(archive: string, code: string, { from, factor }: Days, note: string, now: Date) {
  refuseBadNote(note);
  if (code === EUR || ![...codesOf(readCurrencies())].some((known) => known === code))
    throw new InputError(`--redenominate ${code}: not a currency that can be redenominated; write an ISO 4217 code`);
  if (from === undefined) throw new InputError(`--redenominate ${code} needs --from: the first day of the new unit`);
  if (factor === undefined || !FACTORS.includes(factor))
    throw new InputError(
      `--factor ${factor ?? 'is missing'}: write how many old ${code} are a new one: ${FACTORS.join(', ')}`,
    );
  const known = (await readRenewed(archive)).find((row) => row.code === code);
  if (known !== undefined)
    throw new InputError(
      `--redenominate ${code}: already confirmed from ${known.from}; --undo-redenomination ${code} first to change it`,
    );
  const at = await writeRedenomination(archive, { change: 'confirmed', code, from, factor, note }, now);
  return `redenominated: ${toRenewedLine({ at, change: 'confirmed', code, from, factor, note })}`;
}

/** @throws InputError if there is none in effect */
export async function undoRedenomination(archive: string, code: string, note: string, now: Date) {
  refuseBadNote(note);
  const known = (await readRenewed(archive)).find((row) => row.code === code);
  if (known === undefined)
    throw new InputError(
      `--undo-redenomination ${code}: no redenomination of ${code} is confirmed; run quarantine without flags to list them`,
    );
  const { at: _, ...row } = known;
  await writeRedenomination(archive, { ...row, from: row.from as IsoDate, change: 'undone', note }, now);
  return `undone: ${toRenewedLine(known)}`;
}
