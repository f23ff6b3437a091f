/**
 * A text of a stranger as a person may see it: a bank's label, the title of its page, an address. Marks that move a
 * terminal's cursor, change its title or turn the direction of a line (U+0085, U+009B, U+202E) become `?`.
 */
export function toPlain(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, '?');
}

/** A line feed, a tab, or a colour of a terminal. */
const OURS = new RegExp(`(\\n|\\t|${'\u001b'}\\[[\\d;]{0,9}m)`);

/** The same for lines that we have made: their ends, tabs and colours are ours, and nothing else moves the cursor. */
export function toPlainLines(text: string): string {
  return text
    .split(OURS)
    .map((part, index) => (index % 2 === 0 ? toPlain(part) : part))
    .join('');
}
