/**
 * Nights of twelve small banks, run with the real generator, gate, store and publisher. The first two have a whole list
 * a day, the others only the dollar, so that a night has few files.
 */

import { checkTree } from '../../../generator/release/gate/gate.ts';
import type { GateReport } from '../../../generator/release/gate/report.ts';
import { openGenerated } from '../../../generator/release/pointer/generated.ts';
import { readPointer } from '../../../generator/release/pointer/published.ts';
import { openRelease } from '../../../generator/release/pointer/released-files.ts';
import { generate } from '../../../generator/release/publish/generate.ts';
import { publish } from '../../../generator/release/publish/publish.ts';
import { openObjectStore } from '../../../generator/release/store/open.ts';
import type { ObjectStore } from '../../../generator/release/store/store.ts';
import { readCurrencies } from '../../../generator/sources/facts/currencies.ts';
import { addDays, parseIsoDate, weekday } from '../../../generator/wire/words/calendar.ts';
import { EUR, type IsoDate } from '../../../generator/wire/words/schemas.ts';
import { archive, definition, freshFolder, writeArchive } from '../banks/archives.ts';
import { CODES, PEGS } from './trees.ts';

const CODES_OF_BANKS = [...'ABCDEFGHIJKL'].map((letter) => `B${letter}`);
const BANKS = CODES_OF_BANKS.map((code) => definition(code, 'EUR'));

export const weekdays = (first: string, last: string): readonly IsoDate[] => {
  const days: IsoDate[] = [];
  for (let date = parseIsoDate(first); date <= last; date = addDays(date, 1)) if (weekday(date) < 6) days.push(date);
  return days;
};

/** Whether the bank at that place has published its list of the day by the night. */
export type HasList = (place: number, date: IsoDate, night: IsoDate) => boolean;

export interface Night {
  readonly outcome: 'published' | 'refused';
  readonly report: GateReport;
}

/** What the gate says of the voices behind GLOBAL. */
export const kindsOf = ({ refusals, warnings }: GateReport) =>
  [...refusals, ...warnings].map(({ kind }) => kind).filter((kind) => kind === 'silence' || kind === 'quieter');

export class SilentBanks {
  readonly out = freshFolder();
  readonly #archiveDir = freshFolder();

  private constructor(
    readonly store: ObjectStore,
    readonly since: string,
    readonly hasList: HasList,
  ) {}

  /** @param since the day of the first list */
  static async open(since: string, hasList: HasList): Promise<SilentBanks> {
    const options = { endpoint: null, region: null, pathStyle: false, socketsMax: 8, willWrite: true };
    return new SilentBanks(await openObjectStore(freshFolder(), options), since, hasList);
  }

  /** @param accepts whether the operator lets everything pass that the gate refuses */
  async night(date: IsoDate, accepts = false): Promise<Night> {
    await this.#collect(date);
    const facts = { definitions: BANKS, currencies: readCurrencies() };
    const chosen = { bases: new Set([EUR]), historyBases: new Set<never>(), date };
    await generate({ ...facts, ...chosen, archiveDir: this.#archiveDir, outDir: this.out, pegs: PEGS });
    const inForce = await readPointer(this.store);
    const last = inForce === null ? null : await openRelease(this.store, inForce.pointer.root);
    const options = { tree: await openGenerated(this.out), last, ...facts, now: date };
    const strict = await checkTree({ ...options, accepted: [] });
    const accepted = strict.refusals.map(({ fact }) => fact);
    const report = accepts ? await checkTree({ ...options, accepted }) : strict;
    if (report.refusals.length > 0) return { outcome: 'refused', report };
    const steps = { store: this.store, signer: null, now: () => new Date(`${date}T20:00:00Z`) };
    await publish({
      ...{ ...steps, onProgress: () => {}, archiveDir: this.#archiveDir },
      tree: await openGenerated(this.out),
    });
    return { outcome: 'published', report };
  }

  /** The lists of a day are published in its evening. */
  async nights(days: readonly IsoDate[]): Promise<readonly Night[]> {
    const nights: Night[] = [];
    for (const day of days) nights.push(await this.night(day));
    return nights;
  }

  async #collect(night: IsoDate): Promise<void> {
    for (const [place, code] of CODES_OF_BANKS.entries()) {
      const days = weekdays(this.since, night).filter((date) => this.hasList(place, date, night));
      const whole = archive(
        code,
        days.flatMap((date) => listOf(place, date)),
      );
      await writeArchive(this.#archiveDir, whole, whole.rows);
    }
  }
}

/** All banks agree, and hardly move. */
function listOf(place: number, date: IsoDate): readonly string[] {
  const codes = place < 2 ? CODES : ['USD'];
  return codes.map((code) => `${date} EUR/${code} ${CODES.indexOf(code) + 2}.4${date.slice(-2)}`);
}
