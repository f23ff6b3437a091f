/** Asks /v1/series for parts of one export: patiently, and as long as all answers are from the same release. */

import { StoreDown } from '../../generator/wire/release/served-tree.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import type { IsoDate } from '../../generator/wire/words/schemas.ts';
import { type Asker, askReply, firstFixingIn, type Reply, ServiceRefused } from '../ask/answers.ts';
import { wholeNumber } from '../query/whole-number.ts';

/** As the parameters of /v1/series; absent for its defaults. */
export interface ExportQuestion {
  readonly provider?: string;
  readonly base?: string;
  readonly currencies?: string;
  /** Absent: the first fixing. */
  readonly from?: IsoDate;
  readonly to?: IsoDate;
  readonly period?: string;
  readonly statistic?: string;
}

export type AnswerFormat = 'CSV' | 'JSON';

/** What else the export needs of the world. */
export interface Surroundings {
  readonly say: (line: string) => void;
  readonly wait: (milliseconds: number) => Promise<unknown>;
}

export interface Days {
  readonly from: IsoDate;
  /** Null for the latest fixing. */
  readonly to: IsoDate | null;
}

const TOO_LARGE = '1105';
const EARLIEST = parseIsoDate('1900-01-01');
const RETRIES_MAX = 5;
const seconds = wholeNumber(0, 3600);

export class SeriesAsker {
  #release: string | null = null;

  constructor(
    readonly asker: Asker,
    readonly question: ExportQuestion,
    readonly format: AnswerFormat,
    readonly surroundings: Surroundings,
  ) {}

  /**
   * Returns the refusal of a span that is too large for one answer, and throws any other.
   * @throws ServiceRefused, InputError, StoreDown
   */
  async ask(days: Days, currencies = this.question.currencies): Promise<string | ServiceRefused> {
    const parameters = { ...this.question, currencies, ...days, format: this.format, header: 'true' };
    try {
      const { body, release } = await this.#patiently(() => askReply(this.asker, '/v1/series', parameters));
      this.#judgeRelease(release);
      return body;
    } catch (error) {
      if (error instanceof ServiceRefused && error.code === TOO_LARGE) return error;
      throw error;
    }
  }

  /** The first fixing, which the service names when it is asked for days before it. */
  async firstDay(): Promise<IsoDate> {
    try {
      await this.ask({ from: EARLIEST, to: EARLIEST });
      return EARLIEST;
    } catch (error) {
      const first = firstFixingIn(error);
      if (first === null) throw error;
      return first;
    }
  }

  /** Waits as long as a gateway asks for, if the limit of the key is reached or the gateway is busy. */
  async #patiently(ask: () => Promise<Reply>): Promise<Reply> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await ask();
      } catch (error) {
        const pause = error instanceof ServiceRefused ? seconds.safeParse(error.retryAfter) : null;
        if (!(error instanceof ServiceRefused) || pause?.data === undefined || attempt > RETRIES_MAX) throw error;
        this.surroundings.say(`${error.message}; the export waits so long and goes on`);
        await this.surroundings.wait(pause.data * 1000);
      }
    }
  }

  /** A file shall not be made of two releases, in which the same figures may differ. */
  #judgeRelease(release: string | undefined): void {
    this.#release ??= release ?? null;
    if (release === undefined || release === this.#release) return;
    throw new StoreDown(`release ${this.#release} was replaced by ${release} during the export`);
  }
}
