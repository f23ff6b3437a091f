/** A step is believed by what others say for it and against it, and if hardly anybody is there, by the next list. */
import { describe, expect, it } from 'vitest';
import { toQuarantined } from '../../generator/rates/quarantine/quarantine.ts';
import type { Holding } from '../../generator/sources/archive/archive.ts';
import { archive, definition } from '../support/banks/archives.ts';
import { readExamples } from '../support/kit/examples.ts';

const DAYS = ['09', '10', '11', '12', '13', '16', '17'].map((day) => `2026-03-${day}`);
const NAMES = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Mon', 'Tue'];

/** `2 B 10.6 12>10.6`: two banks that state the krone per euro from day to day. */
function holdingsOf(group: string): readonly Holding[] {
  const [count = '', name = '', ...figures] = group.split(' ');
  const lines = figures.flatMap((figure, place) => {
    const [day, next] = [DAYS[place], DAYS[place + 1]];
    const [first, corrected] = figure.split('>');
    const later = corrected === undefined ? [] : [`${day} EUR/NOK ${corrected} seen ${next}`];
    return first === '-' ? [] : [`${day} EUR/NOK ${first}`, ...later];
  });
  return Array.from({ length: Number(count) }, (_, place) => {
    const code = `${name}${place}`;
    return { definition: definition(code, 'EUR'), archive: archive(code, lines), accepted: new Set(), holds: [] };
  });
}

/** Four banks that speak every day, and never of the krone. */
const CROWD = Array.from({ length: 4 }, (_, place): Holding => {
  const code = `Z${place}`;
  const lines = DAYS.map((day) => `${day} EUR/DKK 7.46`);
  return { definition: definition(code, 'EUR'), archive: archive(code, lines), accepted: new Set(), holds: [] };
});

/** `B Tue`, if quarantine holds that day of every bank of the group, and `1 of 3 B Tue` if of one. */
function heldOf(text: string, crowd: readonly Holding[] = CROWD): string {
  const groups = text.split(' | ').map(holdingsOf);
  const held = toQuarantined([...groups.flat(), ...crowd]);
  const days = groups.flatMap((group) =>
    DAYS.flatMap((date, place) => {
      const own = group.filter(({ definition: { code } }) =>
        held.some((one) => one.provider === code && one.row.date === date),
      );
      const share = own.length === group.length ? '' : `${own.length} of ${group.length} `;
      return own.length === 0 ? [] : [`${share}${group[0]?.definition.code[0]} ${NAMES[place]}`];
    }),
  );
  return days.join(' | ');
}

describe.each(['both sides', 'a lone step'])('%s:', (table) => {
  it.each(readExamples('quarantine/held.txt', table))('%s', (_, lists, held) => expect(heldOf(lists)).toBe(held));
});

it('a lone step of the only bank that speaks is believed', () => {
  expect(heldOf('1 A 10.6 11.5 10.6')).toBe('A Tue');
  expect(heldOf('1 A 10.6 11.5 10.6', CROWD.slice(1))).toBe('');
});

it('the reason names who denies, and who says the same', () => {
  const reasons = toQuarantined(['3 A 10.6 10.6', '2 B 10.6 12'].flatMap(holdingsOf)).map(({ reason }) => reason);
  expect(reasons[0]).toBe(
    '13.2 % from the figure of 2026-03-09, and 13.2 % or more from A0, A1, A2, although B1 says the same',
  );
});
