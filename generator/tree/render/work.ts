/** What is made on any thread: the files of one date, or the series or the averages of one year. */

import { countOfHistorical } from '../read/rate-files.ts';
import { type AveragesWork, makeAverages } from './average-files.ts';
import { type DateWork, makeDate } from './date-files.ts';
import { makeSeries, type SeriesWork, sizeOfSeries } from './series-work.ts';
import type { Made, Workshop } from './workshop.ts';

export type Work = DateWork | SeriesWork | AveragesWork;

export function make(work: Work, shop: Workshop): Made {
  if ('table' in work) return makeDate(work, shop);
  return 'made' in work ? makeSeries(work, shop) : makeAverages(work, shop);
}

const FILES_OF_A_TABLE = 2;
/** To average so many figures takes as long as to make the file of a date. */
const FIGURES_OF_A_FILE = 8;

/** How much work it is, in files of dates. */
export function sizeOf(work: Work): number {
  if ('table' in work) return FILES_OF_A_TABLE + (work.hasRates ? countOfHistorical(work.table, work.bases) : 0);
  if ('made' in work) return sizeOfSeries(work);
  return (work.dates.length * work.currencies.length) / FIGURES_OF_A_FILE;
}
