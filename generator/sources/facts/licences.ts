/**
 * data/licences.csv: what each provider allows to be done with its figures, in one of five classes, and the words that
 * say so. Where nothing is known, the class is `unknown`, and nothing is guessed.
 */
import { z } from 'zod';
import { parseSorted, textCell } from '../../kit/csv-rows.ts';
import { readDataFile } from '../../kit/package.ts';

/**
 * `free`: no condition. `attribution`: the source must be named. `non-commercial`: not for profit. `permission`: the
 * provider must be asked in writing, or forbids that figures are passed on. `unknown`: nothing is stated, or rights are
 * reserved without more.
 */
export const LICENCE_CLASSES = ['free', 'attribution', 'non-commercial', 'permission', 'unknown'] as const;
export type LicenceClass = (typeof LICENCE_CLASSES)[number];

const none = z.literal('');
const row = z
  .object({
    provider: z.string().regex(/^[A-Z]{2,12}$/, 'is not a provider: write its code in capitals'),
    class: z.enum(LICENCE_CLASSES, `is not one of ${LICENCE_CLASSES.join(', ')}`),
    /** As they were read or quoted, shortened by `…`, or as the adapter's note has them; '' where nothing is stated. */
    words: z.union([none, textCell]),
    /** Where the words stand; '' where there are none. */
    address: z.union([none, z.url('is not an address')]),
    /** The day or the year of the page that was read, where it is known, or ''. */
    read: z.union([none, z.string().regex(/^\d{4}(-\d\d-\d\d)?$/, 'is not a day or a year')]),
  })
  .refine((cells) => (cells.words === '') === (cells.address === ''), 'needs both words and an address, or neither')
  .refine((cells) => cells.class === 'unknown' || cells.words !== '', 'has a class but no words to support it');
export type Licence = Readonly<z.infer<typeof row>>;

/** Sorted by provider, one row each. @throws InputError naming line, column and remedy */
export function readLicences(list = readDataFile('licences.csv')): readonly Licence[] {
  const faultOf = (key: string, before: string) => `${key} after ${before}: sort by provider, one row for each`;
  return parseSorted(list, row, ({ provider }) => provider, faultOf);
}

let known: ReadonlyMap<string, LicenceClass> | null = null;

/** The class of a provider. One without a row in data/licences.csv counts as unknown. */
export function licenceOf(code: string): LicenceClass {
  known ??= classesOf(readLicences());
  return known.get(code) ?? 'unknown';
}

/** The class of each provider, by its code. */
export function classesOf(licences: readonly Licence[]): ReadonlyMap<string, LicenceClass> {
  return new Map(licences.map((licence) => [licence.provider, licence.class]));
}
