/** Breaks the text of XML documents. Where one document contains another (MNB), the inner one is broken. */
import type { Edited, Mutator } from './mutator.ts';

const SWAPS_MAX = 6;
const NAMES_MAX = 60;

export function mutateXml(text: string): Mutator {
  if (text.split('&lt;').length < 20) return mutatePlain(text);
  const inner = text.replaceAll('&lt;', '<').replaceAll('&gt;', '>');
  const escaped = (body: string) => {
    const start = body.search(/<MNB|<\w*ExchangeRates/);
    const end = body.search(/<\/[\w:]*Result>/);
    return (
      body.slice(0, start) + body.slice(start, end).replaceAll('<', '&lt;').replaceAll('>', '&gt;') + body.slice(end)
    );
  };
  const back = (edits: readonly Edited[]) => edits.map((edit) => ({ ...edit, text: escaped(edit.text) }));
  const { empty, renamed, swapped, doubled } = mutatePlain(inner);
  return { empty: back(empty), renamed: back(renamed), swapped: back(swapped), doubled: back(doubled) };
}

function mutatePlain(text: string): Mutator {
  const names = [...new Set([...text.matchAll(/<([A-Za-z][\w:.-]*)/g)].map(([, name = '']) => name))];
  const attributes = [...new Set([...text.matchAll(/\s([A-Za-z][\w-]*)="/g)].map(([, name = '']) => name))];
  const figures = names.filter((name) => new RegExp(`<${name}(\\s[^>]*)?>\\s*\\d[\\d.,]*\\s*</`).test(text));
  const list = mostFrequent(text, names);
  const items = list === null ? null : new RegExp(`<${list}(\\s[^>]*)?(/>|>[\\s\\S]*?</${list}>)`, 'g');
  return {
    empty: items === null ? [] : [{ how: `no ${list}`, text: text.replaceAll(items, '') }],
    renamed: [
      ...names.slice(0, NAMES_MAX).map((name) => ({ how: `${name} is renamed`, text: rename(text, name, `${name}2`) })),
      ...attributes.slice(0, NAMES_MAX).map((name) => ({
        how: `attribute ${name} is renamed`,
        text: text.replaceAll(new RegExp(`\\s${name}="`, 'g'), ` ${name}2="`),
      })),
    ],
    swapped: figures.slice(1, 1 + SWAPS_MAX).map((name, index) => {
      const other = figures[index] ?? name;
      const swapped = rename(rename(rename(text, name, 'SWAP'), other, name), 'SWAP', other);
      return { how: `${other} and ${name} are swapped`, text: swapped };
    }),
    doubled: items === null ? [] : [{ how: `each ${list} twice`, text: text.replaceAll(items, (item) => item + item) }],
  };
}

function rename(text: string, from: string, to: string): string {
  return text.replaceAll(new RegExp(`(</?)${from}(?=[\\s/>])`, 'g'), `$1${to}`);
}

/** The element that occurs most often and has content or attributes. */
function mostFrequent(text: string, names: readonly string[]): string | null {
  const counts = names.map((name) => [name, text.split(new RegExp(`<${name}[\\s>]`)).length - 1] as const);
  const parents = counts.filter(
    ([name, count]) => count > 0 && new RegExp(`<${name}(\\s[^>]*\\w="[^>]*>|[^>]*>\\s*<[A-Za-z])`).test(text),
  );
  return parents.sort(([, left], [, right]) => right - left)[0]?.[0] ?? null;
}
