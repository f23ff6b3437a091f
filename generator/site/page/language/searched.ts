/** Choices by what a reader types. */
import { toWrittenCode } from '../../../wire/words/written-codes.ts';

interface Choice {
  readonly value: string;
  readonly text: string;
}

/**
 * What begins with the words as a code, then what has a word that does, then what has them anywhere. A code in letters
 * of both sizes is none: who types GBp means a penny.
 */
export function searched<One extends Choice>(choices: readonly One[], words: string): readonly One[] {
  const wanted = words.trim().toLowerCase();
  if (wanted === '') return choices;
  const code = toWrittenCode(words.trim());
  const rank = ({ value, text }: Choice): 0 | 1 | 2 | 3 => {
    const name = text.toLowerCase();
    if (value.toLowerCase() === wanted && value !== code && value !== wanted) return 3;
    if (value.toLowerCase().startsWith(wanted) || name === wanted) return 0;
    if (name.includes(` ${wanted}`) || name.startsWith(wanted)) return 1;
    return name.includes(wanted) ? 2 : 3;
  };
  const ranked = choices.map((choice) => ({ choice, rank: rank(choice) })).filter(({ rank: one }) => one < 3);
  return ranked.sort((one, other) => one.rank - other.rank).map(({ choice }) => choice);
}
