/** What is made on any thread: the files of one date, or the series or the averages of one year. */
import { DamagedPart } from '../read/in-force.ts';
import { DamagedObject } from '../read/objects.ts';
import { countOfHistorical } from '../read/rate-files.ts';
import { type AveragesWork, makeAverages } from './average-files.ts';
import { type DateWork, makeDate } from './date-files.ts';
import { makeSeries, type SeriesWork, sizeOfSeries } from './series-work.ts';
import type { Made, Workshop } from './workshop.ts';

export type Work = DateWork | SeriesWork | AveragesWork;

/** @throws DamagedPart if what it needs of the tree in force is damaged */
export function make(work: Work, shop: Workshop): Made {
  try {
    if ('table' in work) return makeDate(work, shop);
    return 'made' in work ? makeSeries(work, shop) : makeAverages(work, shop);
  } catch (error) {
    if (!(error instanceof DamagedObject) || 'table' in work) throw error;
    throw new DamagedPart(work.facts.provider, error);
  }
}

const FILES_OF_A_TABLE = 2;
/** To average the figures of so many dates, each in three files of series, takes as long as to make a date's file. */
const FIGURES_OF_A_FILE = 24;

/** How much work it is, in files of dates. */
export function sizeOf(work: Work): number {
  if ('table' in work) return FILES_OF_A_TABLE + (work.hasRates ? countOfHistorical(work.table, work.bases) : 0);
  if ('made' in work) return sizeOfSeries(work);
  return (work.dates.length * work.series[2]) / FIGURES_OF_A_FILE;
}
