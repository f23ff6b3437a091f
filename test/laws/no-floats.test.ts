/**
 * No binary float touches a rate or an amount. What makes or bends floats is looked for in every source of the product;
 * where it is about days, sizes or waiting times, the file is listed here with its reason, and biome.json agrees.
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

/** file → maker → why it touches neither a rate nor an amount. */
const ALLOWED: Readonly<Record<string, Readonly<Partial<Record<Maker, string>>>>> = {
  'generator/release/archive/archive-in-store.ts': { 'JSON.parse': 'lists of paths, hashes and sizes' },
  'generator/tree/build/parts.ts': { 'JSON.parse': 'our own notes, whose figures are texts' },
  'generator/walk/skipping.ts': { 'JSON.parse': 'our own notes, whose figures are texts' },
  'generator/tree/read/in-place.ts': { 'JSON.parse': 'our own index files: dates and codes' },
  'generator/commands/generate.ts': { toFixed: 'seconds in the summary' },
  'generator/commands/verify.ts': { Math: 'the number of threads' },
  'generator/commands/start.ts': { 'JSON.parse': 'what collect says of banks: codes and counts' },
  'generator/commands/status.ts': { 'JSON.parse': 'our own status.json: dates, codes and counts of days' },
  'generator/cli/flags.ts': { Number: 'whole numbers of flags: counts and times' },
  'generator/cli/shard-flag.ts': { Number: 'which part of how many' },
  'generator/facts/currencies.ts': { Number: 'the digit of minor units' },
  'generator/feeds/fetch.ts': { Number: 'Retry-After in seconds', Math: 'waiting times' },
  'generator/feeds/workbook.ts': { Number: 'which decimals are one binary number; columns and days of workbooks' },
  'generator/tree/read/part-label.ts': { 'JSON.parse': 'what a part was made from: dates, codes and digests' },
  'generator/tree/write/local-tree.ts': { 'JSON.parse': 'the id and date of a release' },
  'generator/release/objects/build-manifest.ts': { 'JSON.parse': 'manifests: paths, hashes and sizes' },
  'generator/release/steps/publish.ts': { 'JSON.parse': 'manifests: paths, hashes and sizes' },
  'generator/release/steps/convert.ts': { 'JSON.parse': 'records of releases and the mark: hashes, sequences, times' },
  'generator/release/objects/manifest-converter.ts': { 'JSON.parse': 'manifests: paths, hashes and sizes' },
  'generator/site/page/chart/chart.ts': { Math: 'places on the screen' },
  'generator/site/page/views/convert-view.ts': { Number: 'a count of decimal places' },
  'generator/site/page/chart/scale.ts': { Math: 'places on the screen' },
  'generator/site/page/chart/series.ts': { Number: 'places on the screen; what is read is the text' },
  'generator/site/page/base/source.ts': { 'JSON.parse': 'lists, status and provenance, whose figures are texts' },
  'generator/store/folder-claims.ts': { Number: 'numbers of processes' },
  'generator/feeds/network.ts': { Math: 'the longest of three waiting times' },
  'generator/cli/seconds.ts': { Math: 'seconds since the start' },
  'generator/kit/progress.ts': { Math: 'cells of a progress bar, rates and seconds' },
  'generator/release/pointer/hold.ts': { 'JSON.parse': 'the release that is held: ids and times' },
  'generator/verify/kept.ts': { 'JSON.parse': 'records of releases: hashes' },
  'generator/release/archive/pending.ts': { 'JSON.parse': 'what a night has collected: hashes and times' },
  'generator/release/pointer/published.ts': { 'JSON.parse': 'records of releases: hashes, sequences, times' },
  'generator/release/steps/restore-pointer.ts': { Math: 'the highest of several sequences' },
  'generator/feeds/readers.ts': { Math: 'how many bytes to look at for an encoding' },
  'generator/verify/seen.ts': { 'JSON.parse': 'sequences of pointers' },
  'generator/feeds/recordings.ts': { 'JSON.parse': 'descriptions of recordings: addresses and hashes' },
  'generator/kit/package.ts': { 'JSON.parse': 'the version in package.json' },
  'generator/tree/write/moves.ts': { 'JSON.parse': 'our own list of paths to remove' },
  'generator/verify/files.ts': { 'JSON.parse': 'lists of paths, hashes and sizes' },
  'generator/verify/release-list.ts': { 'JSON.parse': 'records of releases: hashes, sequences, times' },
  'generator/verify/pointer.ts': { 'JSON.parse': 'the mark of the stable copies: ids and hashes' },
  'generator/wire/words/calendar.ts': { Number: 'milliseconds of a day: NaN is no day', Math: 'milliseconds to days' },
  'generator/wire/exact/decimal.ts': { Number: 'the digits of an exponent', Math: 'the larger of two scales' },
  'generator/wire/exact/digits.ts': { Math: 'the larger of two counts of decimal places' },
  'generator/wire/release/manifest-nodes.ts': { 'JSON.parse': 'manifests: paths, hashes and sizes' },
  'generator/wire/release/pointer.ts': { 'JSON.parse': 'the pointer: hashes, a sequence, times' },
  'generator/wire/release/release-list.ts': { 'z.number': 'sequences of releases' },
  'generator/wire/words/schemas.ts': {
    'z.number': 'what JSON calls a number, for OpenAPI; no figure is read through it',
  },
  'generator/wire/answers/status.ts': { 'JSON.parse': 'our own status.json: dates, codes and counts' },
  'generator/wire/words/voices.ts': { Number: 'counts of banks and of currencies, and ages in days' },
  'server/dialects/frankfurter-lists.ts': { toFixed: 'the symbol of a currency; no figure is formatted' },
  'server/http/coding.ts': { Number: 'weights of Accept-Encoding' },
  'server/config.ts': { Math: 'half of the time that a stop may take' },
  'server/keys/api-keys.ts': { 'JSON.parse': 'the file of keys' },
  'server/keys/limit.ts': { Math: 'minutes and seconds of the rate limit' },
  'server/watch/log.ts': { Math: 'the duration of a request to the microsecond' },
  'generator/wire/release/tree-file.ts': { 'JSON.parse': 'our own index files and lists: dates, codes and names' },
  'server/query/values.ts': {
    Number: 'decimal places, and the exponent of an amount',
    Math: 'the size of that exponent',
  },
  'server/query/whole-number.ts': { Number: 'ports, sizes and waiting times of the environment' },
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
  it('make no float but where it is listed with a reason', () => {
    expect(found.filter(({ file, maker }) => ALLOWED[file]?.[maker] === undefined).map(({ place }) => place)).toEqual(
      [],
    );
  });

  it('list no reason that is no longer needed', () => {
    const stale = Object.entries(ALLOWED).flatMap(([file, reasons]) =>
      Object.keys(reasons).filter((maker) => !found.some((row) => row.file === file && row.maker === maker)),
    );
    expect(stale).toEqual([]);
  });

  it('never use parseFloat, a unary plus, `as number` or z.coerce, not even with a reason', () => {
    const never: readonly string[] = ['parseFloat', 'unary plus', 'as number'];
    expect(
      Object.values(ALLOWED).flatMap((reasons) => Object.keys(reasons).filter((maker) => never.includes(maker))),
    ).toEqual([]);
  });
});

describe('the linter refuses parseFloat everywhere and Number but in the files listed here', () => {
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
    expect(about[1]?.includes).toEqual(Object.keys(ALLOWED).filter((file) => ALLOWED[file]?.Number !== undefined));
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
