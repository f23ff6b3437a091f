/** Which providers a tree is made of when its maker may pass on figures of certain classes only. */
import { InvalidArgumentError } from 'commander';
import { groupBy } from '../kit/items.ts';
import { classesOf, LICENCE_CLASSES, type LicenceClass, readLicences } from '../sources/facts/licences.ts';
import type { ProviderFacts } from '../sources/feeds/provider.ts';
import { compareTexts } from '../wire/words/order.ts';

/** Classes of data/licences.csv, separated by commas. */
export function toLicencesFlag(text: string): ReadonlySet<LicenceClass> {
  const classes = text.split(',').map((item) => {
    const known = LICENCE_CLASSES.find((name) => name === item.trim());
    if (known !== undefined) return known;
    throw new InvalidArgumentError(`"${item}" is not one of ${LICENCE_CLASSES.join(', ')}.`);
  });
  return new Set(classes);
}

export interface Licensed {
  readonly definitions: readonly ProviderFacts[];
  /** Codes of the other providers, whose figures go neither into the tree nor into GLOBAL. */
  readonly leftOut: ReadonlySet<string>;
}

/** @param wanted absent: every provider. One without a row in data/licences.csv counts as unknown. */
export function toLicensed(
  providers: readonly ProviderFacts[],
  wanted: ReadonlySet<LicenceClass> | undefined,
): Licensed {
  if (wanted === undefined) return { definitions: providers, leftOut: new Set() };
  const classes = classesOf(readLicences());
  const isWanted = ({ code }: ProviderFacts) => wanted.has(classes.get(code) ?? 'unknown');
  const others = providers.filter((provider) => !isWanted(provider));
  return { definitions: providers.filter(isWanted), leftOut: new Set(others.map(({ code }) => code)) };
}

/** One line for each class that was left out, or none: `left out, permission: BCCR, BFM`. */
export function leftOutLines({ leftOut }: Licensed): readonly string[] {
  const classes = classesOf(readLicences());
  const byClass = groupBy([...leftOut], (code) => classes.get(code) ?? 'unknown');
  return [...byClass].map(([name, codes]) => `left out, ${name}: ${codes.join(', ')}`).sort(compareTexts);
}
