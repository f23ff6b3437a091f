/** Asks /v1/series for parts of one export: patiently, and as long as all answers are from the same release. */

import { StoreError } from '../../../generator/wire/release/tree-file.ts';
import type { IsoDate } from '../../../generator/wire/words/schemas.ts';
import { wholeNumber } from '../../request/query/values.ts';
import { type Asker, askReply, ServiceRefused } from '../ask/answers.ts';

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
  readonly published?: true;
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

/**
 * Asks for some days. Returns the refusal of a span that is too large for one answer. @throws ServiceRefused for any other
 * refusal, InputError, StoreError
 */
export type AskSeries = (days: Days) => Promise<string | ServiceRefused>;

const TOO_LARGE = '1105';
const RETRIES_MAX = 5;
const seconds = wholeNumber(0, 3600);

export function seriesAsker(
  asker: Asker,
  question: ExportQuestion,
  format: AnswerFormat,
  { say, wait }: Surroundings,
): AskSeries {
  let first: string | undefined;
  return async (days) => {
    const parameters = { ...question, ...days, format, header: 'true' };
    for (let attempt = 1; ; attempt++) {
      try {
        const { body, release } = await askReply(asker, '/v1/series', parameters);
        first ??= release;
        // A file must not mix two releases, because their figures may differ.
        if (release === undefined || release === first) return body;
        throw new StoreError(`release ${first} was replaced by ${release} during the export`);
      } catch (error) {
        if (!(error instanceof ServiceRefused)) throw error;
        if (error.code === TOO_LARGE) return error;
        // The limit of the key is reached, or the gateway is busy.
        const { data: pause } = seconds.safeParse(error.retryAfter);
        if (pause === undefined || attempt > RETRIES_MAX) throw error;
        say(`${error.message}; the export waits and continues`);
        await wait(pause * 1000);
      }
    }
  };
}
