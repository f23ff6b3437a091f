/**
 * No regular expression over what a stranger sends takes more than linear time. `recheck` decides it, in JavaScript. An
 * expression is not interrupted by a budget or a signal: one that takes time in the square of a document stops a night.
 *
 * A proof holds as long as expression and prover do, so it is kept in a list, and only what is not in it is proven.
 * `npx vitest run test/laws/linear-expressions -u` writes it; with RATETREE_PROVE=all everything is proven again.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Expression, expressionsOf } from '../support/kit/expressions.ts';
import { readSources } from '../support/kit/sources.ts';

process.env.RECHECK_BACKEND = 'pure';
const { checkSync } = await import('recheck');

type Checked = ReturnType<typeof checkSync>;

/** All but the page, which reads what we publish, and the commands, which read what the operator types. */
const LEFT_OUT = ['generator/commands/', 'generator/site/', 'server/clients/', 'server/config.ts', 'server/serve.ts'];

/** By pattern, why it may take longer. */
const EXCUSED: Readonly<Record<string, string>> = {
  '^\\/+|\\/+$': 'the prefix of a bucket, which the operator writes',
  '\\/+$': 'the address of a witness, which the operator writes',
  '(?<![ \\t])[ \\t]+$': 'it is linear: a match begins only where blanks do, which recheck does not see',
};

/** Longer than any address that is asked for (feeds/net/asking.ts), so the square of it takes ten milliseconds. */
const SQUARE_FOR_ADDRESSES = 2;

const ENDLESS = /[*+]|\{\d+,\}/g;

/**
 * What needs no proof by a program, which takes up to a minute: an expression without an endless repetition, and one with
 * a single one, of one character or class. That one can end at each of n places, so there are n ways from a beginning:
 * of these, an expression that begins with `^` has one, and any other n.
 */
function isPlain({ pattern, flags, isOfAddresses }: Expression): boolean {
  const bare = pattern.replaceAll(/\\p\{\w+\}|\\./gi, 'x').replaceAll(/\[[^\]]*\]/g, 'x');
  const [first, ...more] = bare.matchAll(ENDLESS);
  if (first === undefined) return true;
  const readsAgain = /\\[1-9k]/.test(pattern);
  if (more.length > 0 || bare[first.index - 1] === ')' || readsAgain) return false;
  const beginsOnce = /^\^[^|]*$/.test(bare.replaceAll(/\([^()]*\)/g, '')) && !flags.includes('m');
  return isOfAddresses || beginsOnce;
}

const [MINUTE, LONG] = [60_000, 600_000];

/**
 * What its automaton does not decide in a minute, and what is too large for it, is searched for by the other way. That
 * one is led by chance and exaggerates the degree, so what it finds is asked of the automaton again, for longer.
 */
function check(pattern: string, flags: string): Checked {
  const first = checkSync(pattern, flags, { timeout: MINUTE });
  const found = first.status === 'unknown' ? checkSync(pattern, flags, { checker: 'fuzz', timeout: MINUTE }) : first;
  if (found.status === 'safe' || found.checker === 'automaton') return found;
  const again = checkSync(pattern, flags, { checker: 'automaton', timeout: LONG });
  return again.status === 'unknown' ? found : again;
}

/** `linear`, or what recheck says. */
function judge({ pattern, flags, isOfAddresses }: Expression): string {
  const result = check(pattern, flags);
  if (result.status === 'safe') return 'linear';
  if (result.status === 'unknown') return `unknown: ${result.error.kind}`;
  const { complexity, attack } = result;
  const degree = complexity.type === 'polynomial' ? complexity.degree : Number.POSITIVE_INFINITY;
  if (isOfAddresses && degree <= SQUARE_FOR_ADDRESSES) return 'linear';
  return `${complexity.summary}, with ${attack.pattern.slice(0, 80)}`;
}

const sources = readSources(['generator', 'server']).filter(
  ({ file }) => !LEFT_OUT.some((place) => file.startsWith(place)),
);
const expressions = sources.flatMap((source) => expressionsOf(source));

const LIST = join(import.meta.dirname, 'linear-expressions.txt');
const PROVER = `recheck ${createRequire(import.meta.url)('recheck/package.json').version}`;
const lineOf = ({ pattern, flags, isOfAddresses }: Expression) =>
  `/${pattern}/${flags}${isOfAddresses ? ' of addresses' : ''}`;

function readProven(): ReadonlySet<string> {
  const [prover, ...lines] = existsSync(LIST) ? readFileSync(LIST, 'utf8').split('\n') : [];
  return new Set(prover === PROVER && process.env.RATETREE_PROVE !== 'all' ? lines : []);
}

describe('the expressions of', () => {
  const repeating = expressions.filter((one) => !isPlain(one) && !(one.pattern in EXCUSED));
  const files = [...new Set(repeating.map(({ place }) => place.replace(/:\d+$/, '')))];
  const proven = readProven();
  const linear = new Set<string>();

  it.each(files)('%s take linear time', { timeout: 1_200_000 }, (file) => {
    for (const one of repeating.filter(({ place }) => place.startsWith(`${file}:`))) {
      const verdict = proven.has(lineOf(one)) ? 'linear' : judge(one);
      expect([one.place, one.pattern, verdict]).toEqual([one.place, one.pattern, 'linear']);
      linear.add(lineOf(one));
    }
  });

  it('all files are the list of what was proven', () =>
    expect([PROVER, ...[...linear].sort(), ''].join('\n')).toMatchFileSnapshot(LIST));
});

it('no excuse is given for what is no longer there', () => {
  const patterns = new Set(expressions.map(({ pattern }) => pattern));
  expect(Object.keys(EXCUSED).filter((pattern) => !patterns.has(pattern))).toEqual([]);
});

describe('is judged without the program', () => {
  it.each([
    ['^\\d{4}-[a-z]{2,3}$', false, true],
    ['^[^\\d:]+ per (?:Rand|Pula)$', false, true],
    ['^(?:a|a)*$', false, false],
    ['^a|b+c', false, false],
    ['^a+b+$', false, false],
    ['^(a+)\\1$', false, false],
    ['a+$', false, false],
    ['\\/x\\?.*\\bfunction=GetSeries\\b', true, true],
    ['\\/(?:a+)+$', true, false],
  ])('%s (of an address: %s): %s', (pattern, isOfAddresses, plain) => {
    expect(isPlain({ place: '', pattern, flags: '', isOfAddresses })).toBe(plain);
  });
});

describe('what is looked for', () => {
  const found = (code: string) => expressionsOf({ file: 'x.ts', text: code }).map(({ pattern }) => pattern);

  it.each([
    ['const read = (text: string) => /a+$/.test(text);', ['a+$']],
    [`const END = /b+$/; const ALL = new RegExp(\`a\${END.source}\`);`, ['b+$', 'aNAME']],
    [`const END = "b+$"; const ALL = new RegExp(\`a\${END}\`, "g");`, ['ab+$']],
    [`const of = (name: string) => new RegExp(String.raw\`^\\w+\${name}\`);`, ['^\\w+NAME']],
  ])('%s', (code, patterns) => expect(found(code)).toEqual(patterns));

  it.each([
    // What the pages of banks and their PDFs were read with.
    ['^\\W{0,3}\\s*(<!--[\\s\\S]*?-->\\s*)*<(html|head)\\b', 'exponential'],
    ['<[^>]*>', '2nd degree polynomial'],
    ['<(script|style)\\b[\\s\\S]*?<\\/\\1\\s*>', 'polynomial'],
  ])('%s is refused', { timeout: 600_000 }, (pattern, verdict) => {
    expect(judge({ place: '', pattern, flags: 'g', isOfAddresses: false })).toContain(verdict);
  });
});
