/** The lines of v1/status.json. A provider's line is made again only where something that it depends on has changed. */

import type { Memory } from '../../../kit/memory.ts';
import type { FrozenList } from '../../../rates/blend/frozen-lists.ts';
import { GAP_DAYS, HolidayCalendar } from '../../../rates/status/gaps.ts';
import { type StatusInputs, toGlobalStatus, toStatus } from '../../../rates/status/status.ts';
import type { BankPieces } from '../../../rates/walk/pieces.ts';
import type { Source } from '../../../rates/walk/walk-sources.ts';
import type { Asked } from '../../../sources/archive/ledger.ts';
import { licenceOf } from '../../../sources/facts/licences.ts';
import { statusLine } from '../../../wire/answers/status.ts';
import { addDays, parseIsoDate } from '../../../wire/words/calendar.ts';
import { digestOf } from '../../../wire/words/hash.ts';
import { compareTexts } from '../../../wire/words/order.ts';
import { GLOBAL, type IsoDate } from '../../../wire/words/schemas.ts';
import type { TreeInForce } from '../read/in-force.ts';
import type { BuiltProvider } from './provider-tree.ts';

export type Frozen = readonly Pick<FrozenList, 'provider' | 'table' | 'since' | 'isSilenced'>[];

/** A document that also states days before the gaps shows that the source was silent on the first of them. */
const EVIDENCE_DAYS = GAP_DAYS + 31;

/** What the status of one provider is made from. */
export interface StatusSource extends Pick<Source, 'definition' | 'window'> {
  readonly built: BuiltProvider;
  readonly asked: readonly Asked[];
  /** Null where nothing is remembered. */
  readonly pieces: BankPieces | null;
}

export class Statuses {
  readonly #calendar = new HolidayCalendar();

  constructor(
    /** Of the tree. */
    readonly date: IsoDate,
    readonly frozen: Frozen,
    readonly memory: Memory,
    readonly inForce: TreeInForce,
  ) {}

  /** No line for a provider without a fixing. */
  linesOf(source: StatusSource): readonly string[] {
    const { last } = source.built;
    if (last === null) return [];
    const provider = source.definition.code;
    const since = addDays(last, -EVIDENCE_DAYS);
    return this.#remembered(provider, this.#keyOf(source, since), () => this.#make(source, since));
  }

  /** No line where GLOBAL has no fixing. */
  linesOfGlobal(global: BuiltProvider): readonly string[] {
    const make = () => {
      const inputs = { index: global.index(), lastStated: global.lastStated(), gaps: this.#gapsOf(global) };
      return toGlobalStatus(inputs).map(statusLine).join('');
    };
    return this.#remembered(GLOBAL, global.digest, make);
  }

  /** The dates of GLOBAL, each with the reason why it has no fixing, or ''. */
  #gapsOf({ node }: BuiltProvider) {
    const { objects } = this.inForce;
    const rows = Object.values(node.years).flatMap((reference) => {
      const { days, gaps } = objects.year(reference);
      const fixings = Object.keys(days).map((date) => ({ date: date as IsoDate, gap: '' }));
      return [...fixings, ...Object.entries(gaps).map(([date, [, gap]]) => ({ date: date as IsoDate, gap }))];
    });
    return rows.sort((left, right) => compareTexts(left.date, right.date));
  }

  #remembered(provider: string, key: string, make: () => string): readonly string[] {
    const line = this.memory.remember(`status/${provider}`, key, make);
    return line === '' ? [] : [line];
  }

  #keyOf({ definition, built, asked, pieces }: StatusSource, since: IsoDate): string {
    const last = asked.at(-1);
    const frozen = this.#frozenOf(definition.code).map((list) => JSON.stringify(list));
    const facts = [
      this.date,
      licenceOf(definition.code),
      built.digest,
      `${asked.length}`,
      JSON.stringify(last ?? null),
    ];
    return digestOf([...facts, pieces?.digestSince(since) ?? '', ...frozen]);
  }

  #make({ definition, window, built, asked }: StatusSource, since: IsoDate): string {
    const archive = window.archive({ from: since, to: parseIsoDate('9999-12-31') });
    const { index, lastStated } = { index: built.index(), lastStated: built.lastStated() };
    if (index === null) return '';
    const inputs: StatusInputs = {
      provider: index.provider,
      definition,
      archive,
      asked,
      index,
      lastStated,
      calendar: this.#calendar,
      frozen: this.#frozenOf(definition.code),
    };
    const line = toStatus(inputs, this.date).map(statusLine).join('');
    // Four months of all banks take as much memory as the walk.
    window.forget();
    return line;
  }

  #frozenOf(code: string): Frozen {
    return this.frozen.filter(({ provider }) => provider === code);
  }
}
