/** Answers about the same single period for different currencies → the one answer about all of them. */

const END = '\r\n';

/** @param answers with header rows, whose other rows differ in nothing before the currency */
export function mergedCsv(answers: readonly string[]): string {
  const lines = answers.map((text) => text.split(END).slice(0, -1));
  const [header = ''] = lines[0] ?? [];
  const rows = lines.flatMap(([, ...own]) => own).sort();
  return [header, ...rows, ''].join(END);
}

/** What stands before, between and behind the rates and the numbers of days of an only item. */
const ITEM = /^(.*"exchangeRates":\{)(.*)(\},"days":\{)(.*)(\}\}\]\})$/s;

/** @param answers about currencies in the order of their codes */
export function mergedJson(answers: readonly string[]): string {
  const items = answers.flatMap((text) => {
    const [, ...parts] = ITEM.exec(text) ?? [];
    return parts.length === 0 ? [] : [parts];
  });
  const [first] = items;
  if (first === undefined) return answers[0] ?? '';
  const [head = '', , between = '', , end = ''] = first;
  const joined = (place: number) => items.flatMap((parts) => parts[place] || []).join(',');
  return `${head}${joined(1)}${between}${joined(3)}${end}`;
}
