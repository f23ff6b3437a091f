/** PrestaShop's `currencies.xml`: the newest fixing of the span, as what one of the source is worth. */
import { InputError } from '../../../generator/wire/words/input-error.ts';
import { fixingsOf, lastFixings } from './fixings.ts';
import type { Section } from './span.ts';

/** @param say as of pricesOf @throws InputError if there is no fixing */
export async function* toPrestaShop(sections: readonly Section[], say: (line: string) => void): AsyncGenerator<string> {
  for await (const { base, provider, date, rates } of lastFixings(fixingsOf(sections, say), () => 'all')) {
    yield `<?xml version="1.0" encoding="UTF-8"?>\n<!-- ${provider}, ${date} -->\n<currencies>\n`;
    yield `  <source iso_code="${base}"/>\n  <list>\n`;
    for (const { currency, rate } of rates) yield `    <currency iso_code="${currency}" rate="${rate}"/>\n`;
    yield '  </list>\n</currencies>\n';
    return;
  }
  throw new InputError('there is no fixing in this span: name an earlier --from, or other --currencies');
}
