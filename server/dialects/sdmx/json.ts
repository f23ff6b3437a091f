/** Series as SDMX-JSON 1.0, as the ECB writes it: figures by the places of their dimensions' values. */
import type { CurrencyCode, IsoDate } from '../../../generator/wire/words/schemas.ts';
import type { Rates } from '../rates.ts';
import { SERIES } from './request.ts';

export const JSON_DATA_TYPE = 'application/vnd.sdmx.data+json; version=1.0.0-wd; charset=utf-8';

export interface Observation {
  readonly date: IsoDate;
  readonly rate: string;
}

export interface StatedSeries {
  readonly code: CurrencyCode;
  /** Of the currency. */
  readonly name: string;
  /** Those of the span that are asked for, oldest first. */
  readonly observations: readonly Observation[];
  /** By name; null if they are not asked for. */
  readonly attributes: ReadonlyMap<string, string> | null;
}

/** Which of the attributes belong to a figure and not to its series. */
const OF_FIGURES = ['OBS_STATUS', 'OBS_CONF'];
const NAMES: Readonly<Record<string, string>> = {
  'OBS_STATUS A': 'Normal value',
  'OBS_CONF F': 'Free',
};

/** @param all each of the currencies that are asked for; those without a figure are left out */
export function toSdmxJson(
  all: readonly StatedSeries[],
  { release, releasedMs }: Pick<Rates, 'release' | 'releasedMs'>,
) {
  const stated = all.filter(({ observations }) => observations.length > 0);
  const days = [...new Set(stated.flatMap(({ observations }) => observations.map(({ date }) => date)))].sort();
  const placeOf = new Map(days.map((day, place) => [day, place]));
  const attributes = [...new Set(stated.flatMap((one) => [...(one.attributes?.keys() ?? [])]))];
  const [own, ofFigures] = [false, true].map((isOfFigures) =>
    attributes
      .filter((name) => OF_FIGURES.includes(name) === isOfFigures)
      .map((id) => ({ id, values: [...new Set(stated.flatMap((one) => one.attributes?.get(id) ?? []))] })),
  );
  const placesIn = (one: StatedSeries, described = own) =>
    (described ?? []).map(({ id, values }) => values.indexOf(one.attributes?.get(id) ?? ''));
  const series = stated.map((one, place) => {
    const marks = placesIn(one, ofFigures)
      .map((mark) => `,${mark}`)
      .join('');
    const figures = one.observations.map(({ date, rate }) => `"${placeOf.get(date)}":[${rate}${marks}]`).join(',');
    return `"0:${place}:0:0:0":{"attributes":[${placesIn(one)}],"observations":{${figures}}}`;
  });
  const prepared = new Date(releasedMs).toISOString();
  const header = { id: release, test: false, prepared, sender: { id: 'RATETREE' } };
  const structure = {
    links: [],
    name: 'Exchange Rates',
    dimensions: { series: dimensionsOf(stated), observation: [periodOf(days)] },
    attributes: { series: (own ?? []).map(toDescribed), observation: (ofFigures ?? []).map(toDescribed) },
  };
  const dataSet = `{"action":"Replace","validFrom":"${prepared}","series":{${series}}}`;
  return `{"header":${JSON.stringify(header)},"dataSets":[${dataSet}],"structure":${JSON.stringify(structure)}}`;
}

function dimensionsOf(stated: readonly StatedSeries[]) {
  const { frequency, base, type, suffix } = SERIES;
  const one = (id: string, name: string, value: string, words: string) => ({
    id,
    name,
    values: stated.length === 0 ? [] : [{ id: value, name: words }],
  });
  return [
    one('FREQ', 'Frequency', frequency, 'Daily'),
    { id: 'CURRENCY', name: 'Currency', values: stated.map(({ code, name }) => ({ id: code, name })) },
    one('CURRENCY_DENOM', 'Currency denominator', base, 'Euro'),
    one('EXR_TYPE', 'Exchange rate type', type, 'Spot'),
    one('EXR_SUFFIX', 'Series variation - EXR context', suffix, 'Average'),
  ];
}

function periodOf(days: readonly IsoDate[]) {
  const values = days.map((day) => ({ id: day, name: day }));
  return { id: 'TIME_PERIOD', name: 'Time period or range', role: 'time', values };
}

function toDescribed({ id, values }: { readonly id: string; readonly values: readonly string[] }) {
  return { id, name: id, values: values.map((value) => ({ id: value, name: NAMES[`${id} ${value}`] ?? value })) };
}
