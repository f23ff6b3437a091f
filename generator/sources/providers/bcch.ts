/**
 * Banco Central de Chile: pesos per foreign unit, for the observed dollar and seven others, one series per request.
 * The file is longer than most because a user name and a password go into each address.
 */
import { z } from 'zod';
import { addDays } from '../../wire/words/calendar.ts';
import {
  DocumentError,
  defineFeed,
  defineProvider,
  type FeedRequest,
  type Keys,
  midOf,
  type Span,
} from '../feeds/provider.ts';
import { json } from '../feeds/readers.ts';
import { toPages } from '../feeds/spans.ts';
import { dayOrText, toTable } from '../feeds/spelling.ts';

const [USER, PASSWORD] = ['BCCH_USER', 'BCCH_PASSWORD'] as const;
const OTHERS = ['EUR', 'GBP', 'JPY', 'CAD', 'AUD', 'CNY', 'BRL'];
const CURRENCIES = toTable('F073.TCO.PRE.Z.D USD', ...OTHERS.map((code) => `F072.CLP.${code}.N.O.D ${code}`));

/** User and password go into the query because the service reads them nowhere else. */
const seriesOf = ({ from, to }: Span, keys: Keys): readonly FeedRequest[] => {
  const [user, password] = [USER, PASSWORD].map((name) => encodeURIComponent(keys[name] ?? ''));
  const query = `function=GetSeries&firstdate=${from}&lastdate=${to}&user=${user}&pass=${password}`;
  const service = 'https://si3.bcentral.cl/SieteRestWS/SieteRestWS.ashx';
  return [...CURRENCIES.keys()].map((series) => ({ method: 'GET', url: `${service}?${query}&timeseries=${series}` }));
};

/** The Codigo for a user or a password that the service does not know. */
const WRONG_PASSWORD = '-5';
const observation = z.object({ indexDateString: z.string(), value: z.string(), statusCode: z.enum(['OK', 'ND']) });

const series = defineFeed({
  name: 'series',
  matches: /\/SieteRestWS\.ashx\?.*\bfunction=GetSeries\b/,
  partial: true,
  keys: [USER, PASSWORD],
  latest: (today, keys) => seriesOf({ from: addDays(today, -10), to: addDays(today, 7) }, keys),
  between: (span, keys) =>
    toPages(span, 366).flatMap((page) => seriesOf(page, keys).map((one) => ({ ...one, mayBeAbsent: true }))),
  read: json,
  // A refusal, such as -5 for a wrong password, is a 200 with another Codigo.
  schema: z.union([
    z.object({ Codigo: z.literal('0'), Series: z.object({ seriesId: z.string(), Obs: z.array(observation) }) }),
    // Nobody has recorded the answer for days before a series begins. Without observations it is empty, whatever the
    // Codigo.
    z
      .object({ Codigo: z.string().refine((code) => code !== WRONG_PASSWORD, 'user or password is refused') })
      .extend({
        Series: z.object({ seriesId: z.string().nullish(), Obs: z.array(observation).max(0).nullish() }).nullish(),
      })
      .transform(() => null),
  ]),
  *observe(answer) {
    if (answer === null) return;
    const { seriesId, Obs } = answer.Series;
    const base = CURRENCIES.get(seriesId);
    if (base === undefined) throw new DocumentError(`unknown series: ${seriesId}`);
    for (const { indexDateString, value, statusCode } of Obs) {
      if (statusCode === 'ND') continue; // a day without a rate, whose value is NaN
      yield midOf({ date: dayOrText(indexDateString, 'DMY'), base, quote: 'CLP' }, value);
    }
  },
});

export const bcch = defineProvider({
  code: 'BCCH',
  description: 'Central Bank of Chile',
  country: 'CHILE',
  countryCode: 'CL',
  references: [{ from: '1990-01-02', currency: 'CLP' }],
  timeSeries: true,
  bidAsk: false,
  // The observed dollar is set in the evening for the next working day.
  schedule: { days: [1, 2, 3, 4, 5], time: '18:00', timeZone: 'America/Santiago', leadDaysMax: 7 },
  // The euro that follows from the other series is 17 basis points from the ECB’s of the day before, 48 from the day’s.
  setBefore: 'The observed dollar is set in the evening for the next working day.',
  terms: {
    url: 'https://si3.bcentral.cl/estadisticas/Principal1/web_services/index_EN.htm',
    note: 'Who registers accepts the terms of use of the Statistics Database API. We name the source.',
  },
  feeds: [series],
});
