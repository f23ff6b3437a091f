/** What `quarantine --hold` and `--release` do: a name, as a person writes it, becomes a line of a ledger of holds. */
import { counted } from '../../kit/terminal.ts';
import { listArchive, readArchive } from '../../sources/archive/archive.ts';
import {
  type RedenominationRow,
  readRedenominations,
  redenominationsUntil,
  writeRedenomination,
} from '../../sources/archive/confirmed.ts';
import {
  endWords,
  type Hold,
  type HoldRow,
  holdName,
  holdsBack,
  holdsUntil,
  isSameSpan,
  readHoldRows,
  writeHolds,
} from '../../sources/archive/holds.ts';
import { refuseBadNote } from '../../sources/archive/ledger.ts';
import { type ArchiveRow, isWithdrawn } from '../../sources/archive/rows.ts';
import { codesOf, readCurrencies } from '../../sources/facts/currencies.ts';
import { PROVIDERS } from '../../sources/providers/index.ts';
import { toIsoDate, utcDay } from '../../wire/words/calendar.ts';
import { InputError } from '../../wire/words/input-error.ts';
import { EUR, GLOBAL, type IsoDate } from '../../wire/words/schemas.ts';

interface Held {
  readonly provider: string;
  readonly hold: Hold;
}

/** The days of a hold that does not name its date; without `until` it has no end. */
interface Span {
  readonly from?: IsoDate;
  readonly until?: IsoDate;
}

/** The holds in effect, those of GLOBAL first. */
export async function readHeld(archive: string): Promise<readonly Held[]> {
  const held: Held[] = [];
  for (const provider of [GLOBAL, ...(await listArchive(archive))]) {
    for (const hold of holdsUntil(await readHoldRows(archive, provider), null)) held.push({ provider, hold });
  }
  return held;
}

/** `NBP/CUP from 2026-03-11 until 2026-11-30, held by a person at 2026-03-11T09:00:00Z: its page says another` */
export function toHeldLine({ provider, hold }: Held): string {
  const { at, from, until, note } = hold;
  const span = from === until ? '' : ` from ${from} ${endWords(hold)}`;
  return `${holdName(provider, hold)}${span}, held by a person at ${at}: ${note}`;
}

/** Holds what each text names, and says how many figures of the archive that is. @throws InputError */
export async function hold(archive: string, texts: readonly string[], span: Span, note: string, now: Date) {
  const wanted: { readonly provider: string; readonly row: Omit<HoldRow, 'at'>; readonly line: string }[] = [];
  for (const text of texts) {
    const { provider, date, code } = toName(text);
    const { from, until } = toDays(text, date, span, now);
    const ends = { after: '', stated: '', refused: '', fact: '' };
    const row = { change: 'held', by: 'person', code, from, until, ...ends, note } as const;
    const said = provider === GLOBAL ? ofGlobal(row) : await describe(archive, text, provider, { ...row, at: '' });
    const known = holdsUntil(await readHoldRows(archive, provider), null);
    if (known.some((one) => isSameSpan(one, { ...row, at: '' })))
      throw new InputError(`--hold ${text}: already held for these days; --release it first to change the note`);
    wanted.push({ provider, row, line: said });
  }
  for (const { provider, row, line } of wanted) {
    const at = await writeHolds(archive, provider, [row], now);
    console.log(`held: ${toHeldLine({ provider, hold: { ...row, at } })}${line}`);
  }
}

/** Ends the holds in effect that have one of these names. @throws InputError if there is none */
export async function release(archive: string, texts: readonly string[], note: string): Promise<void> {
  const held = await readHeld(archive);
  const chosen = texts.flatMap((text) => {
    const own = held.filter((one) => holdName(one.provider, one.hold) === text);
    if (own.length > 0) return own;
    throw new InputError(`--release ${text}: no hold has this name; run quarantine without flags to list the holds`);
  });
  for (const one of chosen) {
    await writeHolds(archive, one.provider, [{ ...one.hold, change: 'released', note }], new Date());
    console.log(`released: ${toHeldLine(one)}`);
  }
}

interface Name {
  readonly provider: string;
  readonly date: IsoDate | null;
  readonly code: string;
}

function toName(text: string): Name {
  const [provider = '', ...parts] = text.split('/');
  const date = parts.map(toIsoDate).find((day) => day !== null) ?? null;
  const rest = parts.filter((part) => part !== date);
  const [code = ''] = rest;
  if (rest.length > 1 || (rest.length === 1 && !/^[A-Z]{3}$/.test(code)))
    throw new InputError(`--hold ${text}: write PROVIDER, PROVIDER/CODE, PROVIDER/DATE/CODE or GLOBAL/CODE`);
  if (provider === GLOBAL) return toNameOfGlobal(text, date, code);
  const definition = PROVIDERS.find((one) => one.code === provider);
  if (definition === undefined)
    throw new InputError(
      `--hold ${text}: no provider has the code ${provider}; write a code of v1/providers, or GLOBAL`,
    );
  if (definition.references.some(({ currency }) => currency === code))
    throw new InputError(`--hold ${text}: ${code} is the reference currency of ${provider}; hold ${provider} itself`);
  return { provider, date, code };
}

function toNameOfGlobal(text: string, date: IsoDate | null, code: string): Name {
  if (code === '')
    throw new InputError(`--hold ${text}: GLOBAL is held by currency: write GLOBAL/CODE, or roll the release back`);
  if (code === EUR || ![...codesOf(readCurrencies())].some((known) => known === code))
    throw new InputError(`--hold ${text}: GLOBAL does not state ${code}; write a code of v1/currencies`);
  return { provider: GLOBAL, date, code };
}

function toDays(text: string, date: IsoDate | null, { from, until }: Span, now: Date) {
  if (date !== null && (from !== undefined || until !== undefined))
    throw new InputError(`--hold ${text}: the name has a date already; leave out --from and --until, or the date`);
  if (date !== null) return { from: date, until: date };
  const first = from ?? utcDay(now.getTime());
  if (until !== undefined && until < first)
    throw new InputError(
      `--until ${until}: it is before ${first}, the first day of the hold on ${text}; name a later day, or --from`,
    );
  return { from: first, until: until ?? ('' as const) };
}

/** @throws InputError if the archive has nothing of that name */
async function describe(archive: string, text: string, provider: string, one: Hold): Promise<string> {
  const { rows } = await readArchive(archive, provider);
  if (rows.length === 0)
    throw new InputError(`--hold ${text}: ${archive} has no figure of ${provider}; name --archive`);
  const newest = rows.findLast((row) => !isWithdrawn(row) && isOf(row, one.code));
  if (newest === undefined)
    throw new InputError(`--hold ${text}: ${provider} has never stated ${one.code}; name a currency from its list`);
  const count = rows.filter((row) => holdsBack(one, row)).length;
  const named = `the newest figure is of ${newest.date}`;
  if (count === 0 && one.from === one.until)
    throw new InputError(`--hold ${text}: ${provider} has no such figure for ${one.from}; ${named}`);
  // A wrong figure that is public is of yesterday or older when somebody sees it.
  const open = count > 0 ? '' : `; ${named}: to hold it as well, add --from ${newest.date}`;
  return ` (${counted(count, 'figure')} so far${open})`;
}

/** Which figures of GLOBAL there are does not stand in the archive. */
function ofGlobal({ from, until }: Pick<HoldRow, 'from' | 'until'>): string {
  return from === until ? '' : ` (figures before ${from} stay: to hold an older one as well, name its day with --from)`;
}

function isOf({ base, quote }: ArchiveRow, code: string): boolean {
  return code === '' || base === code || quote === code;
}

// What `quarantine --redenominate` and `--undo-redenomination` do: a line of the archive's list of redenominations.

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
