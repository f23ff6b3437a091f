/** The part of a page that a script writes, between the lines `<!-- name -->` and `<!-- end of name -->`. */
import { InputError } from '../../generator/wire/words/input-error.ts';

/** @throws InputError if the page does not have both lines */
export function replaceBlock(page: string, name: string, text: string): string {
  const { before, after } = around(page, name);
  return `${before}\n${text.trim()}\n${after}`;
}

export function blockOf(page: string, name: string): string {
  const { before, after } = around(page, name);
  return page.slice(before.length, page.length - after.length).trim();
}

function around(page: string, name: string): { readonly before: string; readonly after: string } {
  const [first, last] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  const [start, end] = [page.indexOf(first), page.indexOf(last)];
  if (start < 0 || end < start) throw new InputError(`the page has no lines ${first} and ${last}: add them`);
  return { before: page.slice(0, start + first.length), after: page.slice(end) };
}
