/** data/holidays.csv: the days on which the countries of our providers keep whole public or bank holidays. */
import { z } from 'zod';
import { parseRows } from '../../kit/csv-rows.ts';
import { remembered } from '../../kit/items.ts';
import { readDataFile } from '../../kit/package.ts';
import type { Span } from '../../sources/feeds/provider.ts';
import { parseIsoDate } from '../../wire/words/calendar.ts';
import { getOrInsert } from '../../wire/words/maps.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';

const COLUMNS = ['country', 'year', 'days'];

const holidayRow = z.object({
  country: z.string().regex(/^[A-Z]{2}$/, 'is not two capital letters'),
  year: z.string().regex(/^\d{4}$/, 'is not a year: write four digits'),
  days: z.string().regex(/^\d\d-\d\d( \d\d-\d\d)*$/, 'is not a list of days: write MM-DD, separated by blanks'),
});

type YearsOf = ReadonlyMap<string, readonly z.infer<typeof holidayRow>[]>;

/** The list of the package has 5,000 lines, and is read once in a process: a run makes a calendar for each tree. */
const ofPackage = remembered((name: string) => toYears(readDataFile(name)));

export class HolidayCalendar {
  readonly #yearsOf: YearsOf;

  /** @throws InputError naming line, column and remedy */
  constructor(table: ReturnType<typeof readDataFile> | null = null) {
    this.#yearsOf = table === null ? ofPackage('holidays.csv') : toYears(table);
  }

  /** Sorted. @param countryCode there are no holidays for '' and for a country that the list does not have */
  daysOf(countryCode: string, { from, to }: Span): readonly IsoDate[] {
    const years = (this.#yearsOf.get(countryCode) ?? []).filter(
      ({ year }) => year >= from.slice(0, 4) && year <= to.slice(0, 4),
    );
    const days = years.flatMap(({ year, days }) => days.split(' ').map((day) => parseIsoDate(`${year}-${day}`)));
    return days.filter((day) => day >= from && day <= to);
  }
}

function toYears({ text, file }: ReturnType<typeof readDataFile>): YearsOf {
  const yearsOf = new Map<string, z.infer<typeof holidayRow>[]>();
  for (const { cells } of parseRows(text, file, COLUMNS, holidayRow)) {
    getOrInsert(yearsOf, cells.country, () => []).push(cells);
  }
  return yearsOf;
}
