/**
 * A text of a stranger as a person may see it: a bank's label, the title of its page, an address. Marks that move a
 * terminal's cursor, change its title or turn the direction of a line (U+0085, U+009B, U+202E) become `?`.
 */
export function toPlain(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, '?');
}

/** The same for several lines, of which we have made the ends. */
export function toPlainLines(text: string): string {
  return text.split('\n').map(toPlain).join('\n');
}
