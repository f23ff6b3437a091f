/** Choices by what a reader types. */
import { toWrittenCode, whyUnknown } from '../../../wire/words/written-codes.ts';
import { plain } from './currency-words.ts';

export interface Choice {
  readonly value: string;
  readonly text: string;
  /** Other words by which it is found. */
  readonly words?: () => string;
}

/**
 * What begins with the words as a code, then what has a word that does, then what has them anywhere or in other words
 * for it. A code in letters of both sizes is none: who types GBp means a penny.
 */
export function searched<One extends Choice>(choices: readonly One[], words: string): readonly One[] {
  const wanted = plain(words.trim());
  if (wanted === '') return choices;
  const code = toWrittenCode(words.trim());
  // Who writes RMB means CNY.
  const meant = whyUnknown(code);
  const rank = ({ value, text, words: other }: Choice): 0 | 1 | 2 | 3 => {
    const name = plain(text);
    if (value.toLowerCase() === wanted && value !== code && value !== wanted) return 3;
    if (value.toLowerCase().startsWith(wanted) || name === wanted || meant === `: write ${value}`) return 0;
    if (name.includes(` ${wanted}`) || name.startsWith(wanted)) return 1;
    return name.includes(wanted) || ` ${other?.() ?? ''}`.includes(` ${wanted}`) ? 2 : 3;
  };
  const ranked = choices.map((choice) => ({ choice, rank: rank(choice) })).filter(({ rank: one }) => one < 3);
  return ranked.sort((one, other) => one.rank - other.rank).map(({ choice }) => choice);
}
