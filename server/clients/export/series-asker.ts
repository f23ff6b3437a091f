/** Asks /v1/series for parts of one export, as long as all answers are from the same release. */

import type { RatetreeError } from '../../../generator/wire/answers/asking.ts';
import { StoreError } from '../../../generator/wire/release/tree-file.ts';
import type { IsoDate } from '../../../generator/wire/words/schemas.ts';
import { type Asker, askReply, isRefusal } from '../ask/answers.ts';

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

export interface Days {
  readonly from: IsoDate;
  /** Null for the latest fixing. */
  readonly to: IsoDate | null;
}

/**
 * Asks for some days. Returns the refusal of a span that is too large for one answer.
 * @throws RatetreeError for any other refusal, InputError, StoreError
 */
export type AskSeries = (days: Days) => Promise<string | RatetreeError>;

const TOO_LARGE = 1105;

export function seriesAsker(asker: Asker, question: ExportQuestion, format: AnswerFormat): AskSeries {
  let first: string | null = null;
  return async (days) => {
    try {
      const reply = await askReply(asker, '/v1/series', { ...question, ...days, format, header: 'true' });
      const release = reply.header('ratetree-release');
      first ??= release;
      // A file must not mix two releases, because their figures may differ.
      if (release === null || release === first) return reply.text;
      throw new StoreError(`release ${first} was replaced by ${release} during the export`);
    } catch (error) {
      if (isRefusal(error) && error.errorCode === TOO_LARGE) return error;
      throw error;
    }
  };
}
