/** The tables of docs/replay.md: what each case is, and what data/replay.csv has of each set of rules. Pure. */
import { CASES, ORDINARY } from './cases.ts';
import type { Row } from './table.ts';

export function casesText(): string {
  const lines = [...CASES, ORDINARY].map(({ name, about, nights }) => `| ${name} | ${nights.length} | ${about} |`);
  return ['| case | nights | what happens |', '|---|---|---|', ...lines].join('\n');
}

/** The rules below each other for each case, in the order in which a case was first run. */
export function resultsText(rows: readonly Row[]): string {
  const invented = inOrder(rows.filter(({ world }) => world === 'invented'));
  const lines = invented.map((row) => [
    `${row.case}${row.unreachable === '0' ? '' : `, ${row.unreachable} away`}`,
    row.rules ?? '',
    wrongText(row.global_wrong, row.global_nights, row.global_silent),
    wrongText(row.bank_wrong, row.bank_nights, row.bank_silent),
    row.global_held === '0' ? '' : (row.global_held ?? ''),
    row.bank_held === '0' ? '' : (row.bank_held ?? ''),
    row.alarms === '0' ? '' : (row.alarms ?? ''),
    row.codes ?? '',
  ]);
  return toTable(
    ['case', 'rules', 'GLOBAL wrong', 'banks wrong', 'GLOBAL held', 'banks held', 'alarms', 'codes'],
    lines,
  );
}

export function recordedText(rows: readonly Row[]): string {
  const all = rows.filter(({ world, case: name }) => world === 'recorded' && name === 'all');
  const lines = all.map((row) => {
    const { rules, first_held, freed_1, freed_2, freed_7, freed_later, held_for_ever, accepted } = row;
    return [rules, first_held, freed_1, freed_2, freed_7, freed_later, held_for_ever, accepted].map(
      (cell) => cell ?? '',
    );
  });
  return toTable(['rules', 'held at first', 'free after 1', '2', '3 to 7', 'more', 'never', 'of them accepted'], lines);
}

/** `+9.5 %, 3 nights, 1 silent`. */
function wrongText(percent = '', nights = '', silent = ''): string {
  if (nights === '0') return '';
  const many = nights === '1' ? '1 night' : `${nights} nights`;
  return `${percent} %, ${many}${silent === '0' ? '' : `, ${silent} silent`}`;
}

function inOrder(rows: readonly Row[]): readonly Row[] {
  const keyOf = (row: Row) => `${row.case} ${row.unreachable}`;
  const keys = [...new Set(rows.map(keyOf))];
  return rows.toSorted((left, right) => keys.indexOf(keyOf(left)) - keys.indexOf(keyOf(right)));
}

function toTable(header: readonly string[], lines: readonly (readonly string[])[]): string {
  const rule = header.map(() => '---');
  const text = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [text(header), `|${rule.join('|')}|`, ...lines.map(text)].join('\n');
}
