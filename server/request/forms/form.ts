/**
 * A form is how a program wants its file of rates: lines `setting: value`, of which `row:` is the line of one rate as it
 * stands in the file, with places in braces such as `{date DD.MM.YYYY}`, `{rate 9,5}` and `{from:20}`.
 */
import { z } from 'zod';
import { InputError } from '../../../generator/wire/words/input-error.ts';
import { type Figure, type FigureShape, figureText } from './figure.ts';

const WORDS = ['provider', 'licence', 'from', 'to', 'time', 'period', 'statistic', 'complete', 'per', 'line'] as const;
const DAYS = ['date', 'until'] as const;
const FIGURES = ['rate', 'inverse'] as const;

/** What is said of one rate: the words of places, and its figures, which are worked out where they are wanted. */
export type Said = Readonly<Record<(typeof WORDS | typeof DAYS)[number], string>> &
  Readonly<Record<(typeof FIGURES)[number], () => Figure>> & { readonly mark: string };

/** Null if a figure would lose too many digits. */
export type Value = (said: Said) => string | null;

const PLACE = /\{([a-z]+)(?: ([^{}:]*))?(?::(\d{1,3}))?\}/g;
const count = z.string().transform((digits) => Number.parseInt(digits, 10));
const text = z.string().transform((s) => s.replaceAll('\\r', '\r').replaceAll('\\n', '\n').replaceAll('\\t', '\t'));

const value = text.transform((written, context): Value => {
  const parts: Value[] = [];
  let end = 0;
  for (const { 0: whole, 1: name = '', 2: option = '', 3: width = '0', index } of written.matchAll(PLACE)) {
    const [before, place] = [written.slice(end, index), toPlace(name, option)];
    if (typeof place === 'string') context.addIssue(`${whole} is no place: ${place}`);
    else parts.push(() => before, fitted(place, count.parse(width)));
    end = index + whole.length;
  }
  return (said) => {
    const texts = [...parts.map((part) => part(said)), written.slice(end)];
    return texts.includes(null) ? null : texts.join('');
  };
});

/** A width of 0 is that of the text. */
function fitted(place: Value, width: number): Value {
  return (said) => {
    const part = place(said);
    return part !== null && width > 0 && part.length > width ? null : (part?.padEnd(width) ?? null);
  };
}

/** The place, or what to write instead. */
function toPlace(name: string, option: string): Value | string {
  const [word, day] = [WORDS.find((known) => known === name), DAYS.find((known) => known === name)];
  if (word !== undefined) {
    if (option === '') return (said) => said[word];
    const labels = option.split(' ').map((label) => label.split('='));
    if (labels.some(({ length }) => length !== 2)) return `write {${name}}, or labels such as {${name} a=1 *=2}`;
    const labelled = new Map(labels.map(([from = '', to = '']) => [from, to]));
    return (said) => {
      const label = labelled.get(said[word]) ?? labelled.get('*');
      if (label === undefined) throw new InputError(`this form has no label for ${word} ${said[word]}: choose another`);
      return label;
    };
  }
  if (day !== undefined) {
    if (!/^(?:YY|MM|DD|[^A-Za-z])*$/.test(option)) return `write {${name}}, or a pattern such as {${name} DD.MM.YYYY}`;
    return (said) => dayText(said[day], option || 'YYYY-MM-DD');
  }
  const figure = FIGURES.find((known) => known === name);
  if (figure === undefined) return `it must be one of ${[...WORDS, ...DAYS, ...FIGURES].join(', ')}`;
  const shape = toShape(option);
  if (shape !== null) return (said) => figureText(said[figure](), shape)?.replace('.', said.mark) ?? null;
  return `write {${name}}, {${name} 5} for five decimals, or {${name} 9,5} for nine digits with five decimals`;
}

function toShape(option: string): FigureShape | null {
  if (option === '') return {};
  if (option === 'unlike-thousands') return { isUnlikeThousands: true };
  const [, digits = '99', places] = /^(?:(\d{1,2}),)?(\d{1,2})$/.exec(option) ?? [];
  return places === undefined ? null : { digits: count.parse(digits), places: count.parse(places) };
}

function dayText(day: string, pattern: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return pattern.replace('YYYY', year).replace('YY', year.slice(2)).replace('MM', month).replace('DD', date);
}

const only = z.tuple([z.string()], 'it stands twice: keep one').transform(([written]) => written);
const once = <Schema extends z.ZodType<unknown, string>>(schema: Schema) => only.pipe(schema);
const choice = <const Names extends readonly [string, ...string[]]>(...names: Names) =>
  once(z.enum(names, `it must be ${names.join(' or ')}`)).default(names[0]);

const SETTINGS = {
  type: choice('text/csv', 'text/plain', 'application/json', 'application/xml'),
  'line-end': once(text).default('\n'),
  'decimal-mark': choice('.', ','),
  one: choice('base', 'currency', 'both'),
  per: once(z.string().regex(/^10*(?: 10*)*$/, 'it must be powers of ten, such as 1 or 1 100 1000')).default('1'),
  fixings: choice('all', 'days', 'newest'),
  currencies: choice('many', 'one'),
  zeros: choice('left out', 'kept'),
  begin: z.array(text).default([]),
  title: z.array(value).default([]),
  licence: once(value).optional(),
  incomplete: once(value).optional(),
  row: once(value).optional(),
  between: once(text).default(''),
  tail: z.array(text).default([]),
};
const settings = z.strictObject(SETTINGS, `there is none: it must be one of ${Object.keys(SETTINGS).join(', ')}`);

export type Form = z.output<typeof settings> & { readonly row: Value };

/** @param file named in messages @throws InputError naming the line, the setting and the fix */
export function parseForm(written: string, file: string): Form {
  const found: Record<string, string[]> = {};
  let form = settings.parse(found);
  for (const [index, line] of written.split(/\r?\n/).entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [, setting = line, said = ''] = /^([a-z-]+):(?: (.*))?$/.exec(line) ?? [];
    found[setting] = [...(found[setting] ?? []), said];
    const { data, error } = settings.safeParse(found);
    if (error !== undefined)
      throw new InputError(`${file}, line ${index + 1}: ${setting}: ${error.issues[0]?.message}`);
    form = data;
  }
  const { row } = form;
  if (row !== undefined) return { ...form, row };
  throw new InputError(`${file}: row is missing: write the line of one rate, such as "row: {date};{from};{to};{rate}"`);
}
