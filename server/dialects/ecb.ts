/**
 * The files of the ECB's reference rates: a day, 90 days and all of them. Those of the ECB are what the ECB publishes,
 * byte for byte. Those that the tree has are read from it, and the others are made of its fixings.
 */

import { ecbPath } from '../../generator/wire/answers/paths.ts';
import {
  type Day,
  dayOf,
  FILES_IN_TREE,
  REFERENCE_FILES,
  type ReferenceFile,
} from '../../generator/wire/answers/reference-files.ts';
import type { KnownProvider } from '../../generator/wire/release/catalogue.ts';
import { EUR } from '../../generator/wire/words/schemas.ts';
import { toWrittenCode, whyUnknown } from '../../generator/wire/words/written-codes.ts';
import { Problem, quoted } from '../request/query/problem.ts';
import { type Dialect, type Question, refuseAsFile } from './dialect.ts';
import type { Rates } from './rates.ts';

export const ecb: Dialect = {
  name: 'ecb',
  prefix: '/ecb/',
  toQuestion(path) {
    const [, code = 'ECB', name = ''] = /^(?:([^/]+)\/)?(eurofxref[a-z0-9-]*\.\w+)$/.exec(path) ?? [];
    const file = REFERENCE_FILES.get(name);
    return file === undefined ? null : ofFile(name, file, toWrittenCode(code));
  },
  toRefusal: refuseAsFile,
};

function ofFile(name: string, file: ReferenceFile, code: string): Question {
  return {
    async answer(_asked, rates) {
      const provider = readProvider(rates, code);
      const isInTree = FILES_IN_TREE.get(code)?.has(name) === true;
      const bytes = isInTree ? await rates.file(ecbPath(provider.facts.code, name)) : null;
      return {
        text: bytes ?? (await madeOf(file, provider, rates)),
        contentType: file.contentType,
        freshness: 'current',
      };
    },
  };
}

async function madeOf({ choose, write }: ReferenceFile, provider: KnownProvider, rates: Rates) {
  const { facts, index } = provider;
  const { latest } = index;
  if (latest === null) throw new Problem(1007, `${facts.code} has no fixing yet`);
  const dates = index.fixings.map(({ date }) => date).filter((date) => date <= latest);
  const days: Day[] = [];
  for await (const table of rates.wholeSpan(provider, choose(dates, latest))) days.push(dayOf(table));
  return write(days.reverse(), facts);
}

/** @throws Problem for one that does not quote in euro */
function readProvider({ catalogue }: Rates, code: string): KnownProvider {
  const provider = catalogue.byCode.get(code);
  if (provider === undefined)
    throw new Problem(1001, `provider ${quoted(code)} is not one of /v1/providers${whyUnknown(code)}`);
  if (provider.facts.referenceCurrency === EUR) return provider;
  throw new Problem(1004, `${code} does not quote in ${EUR}, as these files do`);
}
