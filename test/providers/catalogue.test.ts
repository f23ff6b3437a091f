/** The catalogue: what each provider declares agrees with its recordings and keeps the rules that no type states. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../generator/kit/package.ts';
import { codesOf, readCurrencies } from '../../generator/sources/facts/currencies.ts';
import type { Feed, ProviderDefinition } from '../../generator/sources/feeds/provider.ts';
import { PROVIDERS } from '../../generator/sources/providers/index.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { adapterNames, listText } from '../../scripts/docs/catalogue-text.ts';
import { RECORDINGS } from '../support/banks/feeds.ts';
import { readRecording, recordingsAreThere } from '../support/banks/recordings.ts';
import { readMarkdown, spansOf, tableOf } from '../support/kit/markdown.ts';

const TODAY = parseIsoDate('2026-03-13');
const each = PROVIDERS.map((provider) => [provider.code, provider] as const);

/** Providers with a time series whose feeds cannot be asked for a span, and the reason. */
const WITHOUT_SPANS = new Map([
  ['BM', 'the address of a bulletin is known from the list of these years only'],
  ['BRB', 'past lists are PDFs'],
  ['BSI', 'we know the address of the newest list alone'],
  ['CBSSC', 'its archive is another document, of which nothing was recorded'],
  ['BSP', 'the address of a bulletin is known from their list only'],
]);

/** Providers whose archive became known after they were recorded. */
const ARCHIVE_SINCE: readonly string[] = ['JPC', 'NBKR'];

describe.skipIf(!recordingsAreThere('the catalogue compared with the descriptions of the recordings'))(
  'what a provider declares agrees with its recordings',
  () => {
    // A bank that was added since has a recording of its own somewhere else.
    const known = each.filter(([code]) => RECORDINGS.some((folder) => existsSync(join(folder, code))));
    it.each(known)('%s', (code, { references, country, countryCode, timeSeries, bidAsk, ...rest }) => {
      const { monthly = false, quarterly, obsolete = false } = rest;
      const own = {
        provider: code,
        country,
        countryCode,
        timeSeries: timeSeries && !ARCHIVE_SINCE.includes(code),
        bidAsk,
        monthly,
        obsolete,
        ...(quarterly && { quarterly }),
      };
      const recorded: unknown = JSON.parse(readRecording(`${code}/source.json`));
      expect(recorded).toMatchObject({ ...own, referenceCurrency: references.at(-1)?.currency });
    });
  },
);

describe('the catalogue', () => {
  const codes = PROVIDERS.map(({ code }) => code);

  it('lists each provider once, in the order of their codes', () => {
    expect(codes).toEqual([...new Set(codes)].sort());
    expect(codes.filter((code) => !/^[A-Z]{2,12}$/.test(code) || code === 'GLOBAL')).toEqual([]);
  });

  it('has each adapter of the folder, and README counts them (else: node build/scripts/docs/catalogue.js)', () => {
    const names = adapterNames(packageRoot());
    expect(readFileSync(join(packageRoot(), 'generator', 'sources', 'providers', 'all.ts'), 'utf8')).toBe(
      listText(names),
    );
    expect(codes.map((code) => code.toLowerCase())).toEqual(names);
    expect(readMarkdown('README.md').text).toContain(`${codes.length} central banks and other bodies`);
  });
});

describe('each provider', () => {
  const currencies: ReadonlySet<string> = codesOf(readCurrencies());

  it.each(each)('%s is described', (_, { description, country, countryCode, references, terms }) => {
    expect(description).toMatch(/^\p{Lu}/u);
    expect(country).toMatch(/^[A-Z][A-Z ().,'-]+$/);
    // The area of a currency may have several countries and no code: CENTRAL AFRICAN STATES (CAMEROON, …).
    const isOfMany = country === 'INTERNATIONAL' || country.startsWith('CENTRAL AFRICAN STATES (');
    expect(countryCode).toMatch(isOfMany ? /^$/ : /^[A-Z]{2}$/);
    const froms = references.map(({ from }) => parseIsoDate(from));
    expect(froms).toEqual([...new Set(froms)].sort());
    expect(references.filter(({ currency }) => !currencies.has(currency))).toEqual([]);
    expect(terms.url).toMatch(/^https?:\/\/\S+$/);
    expect(terms.note).toMatch(/^\p{Lu}.{20,}\.$/su);
  });

  it.each(each)(
    '%s publishes at times that exist',
    (_, { schedule, monthly = false, quarterly = false, validity = 'day' }) => {
      const { days, time, timeZone, leadDaysMax = 0, lagDaysMax = 1 } = schedule;
      expect(days.length).toBeGreaterThan(0);
      expect(days).toEqual([...new Set(days)].filter((day) => [1, 2, 3, 4, 5, 6, 7].includes(day)).sort());
      expect(time).toMatch(/^([01]\d|2[0-3]):[0-5]\d$/);
      expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow();
      expect(timeZone).toMatch(/^(UTC|[A-Z][A-Za-z]+(\/[A-Z][A-Za-z_]+)+)$/);
      expect([leadDaysMax, lagDaysMax].filter((number) => number < 0)).toEqual([]);
      expect({ day: true, month: monthly, quarter: quarterly }[validity]).toBe(true);
    },
  );

  it.each(each)(
    '%s has feeds with names of their own, which match the addresses that they ask for and no others',
    (_, { feeds }) => {
      expect(feeds.length).toBeGreaterThan(0);
      expect(feeds.map(({ name }) => name)).toEqual([...new Set(feeds.map(({ name }) => name))]);
      for (const feed of feeds) {
        const owners = askedBy(feed).map((url) =>
          feeds.filter(({ matches }) => matches.test(url)).map(({ name }) => name),
        );
        expect(owners.filter((names) => names.join() !== feed.name)).toEqual([]);
      }
    },
  );

  it.each(each)(
    '%s can be asked for the past if it declares so, and for the present unless it has ended',
    (code, provider) => {
      const { feeds, timeSeries, obsolete = false } = provider;
      const hasSpans = feeds.some(({ between }) => between !== undefined);
      expect(hasSpans).toBe(timeSeries && !WITHOUT_SPANS.has(code));
      expect(feeds.some((feed) => feed.latest(TODAY, keysOf(feed)).length > 0)).toBe(!obsolete);
    },
  );
});

function keysOf(feed: Feed<unknown>) {
  return Object.fromEntries((feed.keys ?? []).map((name) => [name, 'k']));
}

/** The addresses that a feed asks for the newest days and for a past quarter. */
function askedBy(feed: Feed<unknown>): readonly string[] {
  const span = { from: parseIsoDate('2025-12-13'), to: TODAY };
  return [...feed.latest(TODAY, keysOf(feed)), ...(feed.between?.(span, keysOf(feed)) ?? [])].map(({ url }) => url);
}

describe('keys from the environment', () => {
  const rows = tableOf(readMarkdown('docs/operate.md'), 'key', 'provider', 'where to get it');
  const keysBy = ({ feeds }: ProviderDefinition) => feeds.flatMap(({ keys }) => keys ?? []);

  it('are all in docs/operate.md, beside the provider that needs them', () => {
    const documented = rows.flatMap(([names = '', provider = '']) =>
      spansOf(names).map((name) => `${provider} ${name}`),
    );
    expect(documented.sort()).toEqual(
      PROVIDERS.flatMap((one) => keysBy(one).map((name) => `${one.code} ${name}`)).sort(),
    );
  });
});

describe('the file of an adapter', () => {
  it.each(each)('of %s opens with a sentence that names the bank', (code) => {
    expect(readAdapter(code)).toMatch(/^\/\*\*(?: .+\. ?| .+ )\*\/\n|^\/\*\*\n( \* .+\n)+ \*\/\n/);
  });

  it('has at most 60 lines, or its first comment says why it is longer', () => {
    const long = PROVIDERS.map(({ code }) => code.toLowerCase()).filter((code) => {
      const text = readAdapter(code);
      return (
        text.split('\n').length - 1 > 60 &&
        !/\b[Ll]ong(er)?\b|\bmore lines\b|\blines more\b/.test(text.slice(0, text.indexOf('*/')))
      );
    });
    expect(long).toEqual([]);
  });
});

function readAdapter(code: string): string {
  return readFileSync(join(packageRoot(), 'generator', 'sources', 'providers', `${code.toLowerCase()}.ts`), 'utf8');
}
