/**
 * No binary float touches a rate or an amount. What makes or bends floats is looked for in every source of the product.
 * Rooms that read, judge, compute and write figures have none of it; where it is about days, sizes or waiting times, the
 * room is listed here with the reason.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { packageRoot } from '../../generator/kit/package.ts';
import { codeOf, readSources } from '../support/kit/sources.ts';

const MAKERS = {
  parseFloat: /\bparse(Float|Int)\b(?<!Number\.parse(Float|Int))/,
  Number: /\bNumber\b/,
  Math: /\bMath\./,
  toFixed: /\.(toFixed|toPrecision|toExponential|toLocaleString)\b|\bNumberFormat\b/,
  'unary plus': /(?:^|[=(,:?&|[{<>]|\breturn|=>)\s*\+\s*[A-Za-z_$(]/,
  'as number': /\bas number\b/,
  'JSON.parse': /\bJSON\.parse\b/,
  'z.number': /\bz\.(coerce|number|float32|float64)\b/,
} as const;

type Maker = keyof typeof MAKERS;

/** Where figures are read, judged, computed and written, nothing makes a float, for whatever reason. */
const ROOMS_OF_FIGURES = [
  ...['archive', 'collect', 'providers'].map((room) => `generator/sources/${room}/`),
  ...['blend', 'compare', 'corrections', 'quarantine', 'status'].map((room) => `generator/rates/${room}/`),
  'generator/release/tree/render/',
  'generator/wire/encode/',
  ...['clients/ask', 'clients/console', 'clients/export', 'clients/mcp'].map((room) => `server/${room}/`),
  ...['request/perform', 'request/plan', 'trees'].map((room) => `server/${room}/`),
  ...['figure', 'rows', 'writer'].map((file) => `server/request/forms/${file}.ts`),
];

/** maker → room or file → what it is about there. `Number` is listed by biome.json. */
const ALLOWED: Readonly<Partial<Record<Maker, Readonly<Record<string, string>>>>> = {
  'JSON.parse': {
    'generator/commands/': 'what collect says of banks, and our own status.json: codes, dates and counts',
    'generator/sources/feeds/recordings.ts': 'descriptions of recordings: addresses and hashes',
    'generator/kit/': 'the version in package.json',
    'generator/release/proof/': 'proofs and provenance, whose figures are texts',
    'generator/release/': 'lists, manifests, records and holds: paths, hashes, sizes, sequences, times',
    'generator/site/page/base/': 'lists, status and provenance, whose figures are texts',
    'generator/release/tree/': 'our own notes and index files, whose figures are texts',
    'generator/release/verify/': 'lists, records and pointers: texts, paths, hashes, sizes, sequences',
    'generator/rates/walk/': 'our own notes, whose figures are texts',
    'generator/wire/answers/':
      'our own status.json: dates, codes and counts; answers, after each number was replaced by its text',
    'generator/wire/release/': 'manifests and pointers: hashes, sequences, times',
    'server/request/keys/': 'the file of keys',
  },
  Math: {
    'generator/commands/cli/': 'seconds since the start',
    'generator/commands/': 'the seconds of a night',
    'generator/sources/feeds/': 'waiting times, and how many bytes to look at for an encoding',
    'generator/kit/': 'cells of a progress bar, and seconds',
    'generator/release/log/': 'places in a log',
    'generator/release/': 'the highest of several sequences',
    'generator/site/page/chart/': 'places on the screen',
    'generator/wire/exact/': 'the larger of two counts of decimal places',
    'generator/wire/words/': 'milliseconds to days',
    'server/config.ts': 'half of the time that a stop may take',
    'server/request/keys/': 'minutes and seconds of the rate limit',
    'server/request/query/': 'the size of an exponent',
    'server/watch/': 'the duration of a request to the microsecond',
  },
  toFixed: {
    'generator/commands/generate.ts': 'seconds in the summary',
    'generator/site/page/language/locale.ts': 'marks, digits and decimals of a language; it formats bigints only',
    'generator/site/page/language/currency-words.ts': 'the symbol of a currency; no figure is formatted',
    'server/dialects/frankfurter-lists.ts': 'the symbol of a currency; no figure is formatted',
  },
  'z.number': {
    'generator/sources/feeds/pdf-texts.ts': 'places on a page; figures are texts',
    'generator/wire/release/': 'sequences of releases',
    'generator/wire/words/schemas.ts': 'what JSON calls a number, for OpenAPI; no figure is read through it',
  },
};

const makers = Object.entries(MAKERS) as readonly (readonly [Maker, RegExp])[];
const sources = readSources(['generator', 'server']);
const found = sources.flatMap((source) =>
  codeOf(source).flatMap((line, index) =>
    makers
      .filter(([, pattern]) => pattern.test(line))
      .map(([maker]) => ({ file: source.file, maker, place: `${source.file}:${index + 1}: ${maker}: ${line.trim()}` })),
  ),
);

describe('the sources', () => {
  const listed = Object.entries(ALLOWED).flatMap(([maker, places]) =>
    Object.keys(places).map((place) => ({ maker, place })),
  );
  const others = found.filter(({ maker }) => maker !== 'Number');

  it('make no float but where it is listed with a reason', () => {
    const unlisted = others.filter(
      ({ file, maker }) => !listed.some((one) => one.maker === maker && file.startsWith(one.place)),
    );
    expect(unlisted.map(({ place }) => place)).toEqual([]);
  });

  it('list no reason that is no longer needed', () => {
    const stale = listed.filter(
      (one) => !others.some(({ file, maker }) => one.maker === maker && file.startsWith(one.place)),
    );
    expect(stale).toEqual([]);
  });

  it.each(ROOMS_OF_FIGURES)('of %s make none', (room) => {
    expect(sources.some(({ file }) => file.startsWith(room))).toBe(true);
    expect(found.filter(({ file }) => file.startsWith(room)).map(({ place }) => place)).toEqual([]);
  });

  it('never use parseFloat, a unary plus, `as number` or z.coerce, not even with a reason', () => {
    const never: readonly string[] = ['parseFloat', 'unary plus', 'as number'];
    expect(Object.keys(ALLOWED).filter((maker) => never.includes(maker))).toEqual([]);
  });
});

describe('the linter refuses parseFloat everywhere and Number but in the files that biome.json lists', () => {
  const rules = z.object({ style: z.object({ noRestrictedGlobals: z.unknown().optional() }).optional() });
  const override = z.object({
    includes: z.array(z.string()),
    linter: z.object({ rules: rules.optional() }).optional(),
  });
  const { overrides } = z
    .object({ overrides: z.array(override) })
    .parse(JSON.parse(readFileSync(join(packageRoot(), 'biome.json'), 'utf8')));
  const about = overrides.filter(({ linter }) => linter?.rules?.style?.noRestrictedGlobals !== undefined);
  const denied = z.object({
    level: z.literal('error'),
    options: z.object({ deniedGlobals: z.record(z.string(), z.string()) }),
  });
  const deniedIn = (index: number) =>
    denied.parse(about[index]?.linter?.rules?.style?.noRestrictedGlobals).options.deniedGlobals;

  it('first for all', () => {
    expect(about[0]?.includes).toEqual(['generator/**', 'server/**']);
    expect(Object.keys(deniedIn(0))).toEqual(['parseFloat', 'parseInt', 'Number']);
  });

  it('then for those that count days, sizes or waiting times', () => {
    const using = found.filter(({ maker }) => maker === 'Number').map(({ file }) => file);
    expect([...(about[1]?.includes ?? [])].sort()).toEqual([...new Set(using)].sort());
    expect(Object.keys(deniedIn(1))).toEqual(['parseFloat', 'parseInt']);
    expect(about).toHaveLength(2);
  });
});

describe('what is looked for', () => {
  it.each([
    ['parseFloat', 'const rate = parseFloat(text);'],
    ['parseFloat', 'const rate = parseInt(text, 10);'],
    ['Number', 'const rate = Number(text);'],
    ['Number', 'const rates = texts.map(Number);'],
    ['Number', 'const rate = Number.parseFloat(text);'],
    ['Math', 'return Math.round(rate * 100) / 100;'],
    ['toFixed', 'return rate.toFixed(10);'],
    ['unary plus', 'const rate = +text;'],
    ['unary plus', 'return +text;'],
    ['unary plus', 'texts.map((text) => +text)'],
    ['as number', 'const rate = value as number;'],
    ['JSON.parse', 'const feed = JSON.parse(body);'],
    ['z.number', 'const schema = z.object({ rate: z.number() });'],
    ['z.number', 'const schema = z.coerce.number();'],
  ] as const)('%s in %j', (maker, line) => {
    expect(codeOf({ file: 'x.ts', text: line }).some((code) => MAKERS[maker].test(code))).toBe(true);
  });

  it.each([
    'const sum = left.digits + right.digits; // Number(left) would lose digits past 2^53',
    "const text = '+' + sign;",
    'const agent = `ratetree (+https://example.org)`;',
    'readonly scale: number;',
    'for (let index = 0; index < 5; index++) continue;',
    '/* parseFloat(text) is what others do. */',
  ])('nothing in %j', (line) => {
    const [code = ''] = codeOf({ file: 'x.ts', text: line });
    expect(makers.filter(([, pattern]) => pattern.test(code)).map(([maker]) => maker)).toEqual([]);
  });
});
