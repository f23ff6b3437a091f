/** What an accountant takes away from a rate of the law: its rates as a file, a statement on paper, and words to book. */
import type { Rule } from '../../../wire/words/schemas.ts';
import { ruledOf } from '../base/asking.ts';
import { type Context, copy, readOrWords, save } from '../base/context.ts';
import { actions, button, h } from '../base/dom.ts';
import { providerOf } from '../base/lists.ts';

interface Booked {
  readonly rule: Rule;
  /** The day of the event. */
  readonly date: string;
  /** What was converted to what, and at which rate, in sentences. */
  readonly sentences: string;
}

export function forTheBooks(context: Context, { rule, date, sentences }: Booked): readonly Node[] {
  const { description, code } = providerOf(context, rule.provider);
  const words = `${sentences} Rate: ${description} (${code}). Law: ${rule.source}; rule ${rule.code}.`;
  const file = async () => {
    const text = await readOrWords(() => context.source.text(ruledOf(rule.code, date)));
    if (text instanceof HTMLElement) context.say(text.textContent);
    else save(`${rule.code}-${date}.csv`, new Blob([text], { type: 'text/csv' }));
  };
  return [
    h('h2', {}, 'For the books'),
    h('p', { class: 'books' }, h('bdi', {}, words)),
    actions(
      button('Copy the words', () => copy(context, 'The words for the books', words)),
      button('Download all rates of this law', () => void file()),
      button('Print the statement', () => print()),
    ),
  ];
}
