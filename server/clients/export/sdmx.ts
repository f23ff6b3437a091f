/**
 * SDMX-CSV with the columns in which the ECB gives out its dataset EXR, so that programs that read those files read
 * these. CURRENCY is what one CURRENCY_DENOM is worth. A series has no place for the provider, which TITLE_COMPL names.
 */
import { type ExportedRate, ratesOf } from './rows.ts';
import type { Section } from './span.ts';

const COLUMNS = `
  KEY FREQ CURRENCY CURRENCY_DENOM EXR_TYPE EXR_SUFFIX TIME_PERIOD OBS_VALUE OBS_STATUS OBS_CONF OBS_PRE_BREAK OBS_COM
  TIME_FORMAT BREAKS COLLECTION COMPILING_ORG DISS_ORG DOM_SER_IDS PUBL_ECB PUBL_MU PUBL_PUBLIC UNIT_INDEX_BASE
  COMPILATION COVERAGE DECIMALS NAT_TITLE SOURCE_AGENCY SOURCE_PUB TITLE TITLE_COMPL UNIT UNIT_MULT`
  .trim()
  .split(/\s+/);

/** By the length of a period's name. A quarter and a month have the same length. */
const FREQUENCIES: readonly (readonly [shape: RegExp, frequency: string, timeFormat: string])[] = [
  [/^\d{4}-\d\d-\d\d$/, 'D', 'P1D'],
  [/^\d{4}-Q\d$/, 'Q', 'P3M'],
  [/^\d{4}-\d\d$/, 'M', 'P1M'],
  [/^\d{4}$/, 'A', 'P1Y'],
];
/** The ECB in the ECB's own list of organisations; the others have no code there that we could vouch for. */
const AGENCIES: Readonly<Record<string, string>> = { ECB: '4F0' };
const END = '\r\n';

/** @param isEnd whether the last fixings of periods were asked for, and not averages */
export async function* toSdmxCsv(sections: readonly Section[], isEnd: boolean): AsyncGenerator<string> {
  yield COLUMNS.join(',') + END;
  for await (const rows of ratesOf(sections)) {
    yield rows.map((row) => lineOf(toObservation(row, isEnd ? 'E' : 'A'))).join('');
  }
}

function toObservation(row: ExportedRate, suffix: 'A' | 'E'): Readonly<Record<string, string>> {
  const { provider, base, currency, rate, time, isComplete } = row;
  const [, frequency = '', timeFormat = ''] = FREQUENCIES.find(([shape]) => shape.test(time)) ?? [];
  return {
    KEY: `EXR.${frequency}.${currency}.${base}.SP00.${suffix}`,
    FREQ: frequency,
    CURRENCY: currency,
    CURRENCY_DENOM: base,
    EXR_TYPE: 'SP00',
    EXR_SUFFIX: suffix,
    TIME_PERIOD: time,
    OBS_VALUE: rate,
    OBS_STATUS: isComplete ? 'A' : 'P',
    OBS_CONF: 'F',
    TIME_FORMAT: timeFormat,
    COLLECTION: suffix,
    DECIMALS: '10',
    SOURCE_AGENCY: AGENCIES[provider] ?? '',
    TITLE: `${currency}/${base}`,
    TITLE_COMPL: `${provider}: ${currency} for 1 ${base}`,
    UNIT: currency,
    UNIT_MULT: '0',
  };
}

function lineOf(observation: Readonly<Record<string, string>>): string {
  return COLUMNS.map((name) => observation[name] ?? '').join(',') + END;
}
