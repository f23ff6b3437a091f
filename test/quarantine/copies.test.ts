/** Banks that repeat another one's digits for weeks are one voice with it: what they say together is said once. */
import { expect, it } from 'vitest';
import { toQuarantined } from '../../generator/rates/quarantine/quarantine.ts';
import type { Holding } from '../../generator/sources/archive/archive.ts';
import { archive, definition } from '../support/banks/archives.ts';

const DAYS = ['02', '03', '04', '05', '06', '09', '10', '11'].map((day) => `2026-03-${day}`);
const PAST = DAYS.slice(0, -1);
const CODES = ['NOK', 'SEK', 'DKK', 'PLN'];

/** A bank whose figures of a day are `figure`, and whose krone of the last day is `last`. */
function bank(code: string, figure: (currency: string, day: number) => string, last: string): Holding {
  const lines = PAST.flatMap((date, day) => CODES.map((own) => `${date} EUR/${own} ${figure(own, day)}`));
  const own = archive(code, [...lines, `${DAYS.at(-1)} EUR/NOK ${last}`]);
  return { definition: definition(code, 'EUR'), archive: own, accepted: new Set(), holds: [] };
}

const moving = (currency: string, day: number) => `${10 + CODES.indexOf(currency)}.1${day}`;
const alike = (currency: string, day: number) => `${moving(currency, day)}0`;
const still = () => '10.10';

it.each([
  ['with other digits two banks confirm each other, and one denial is not enough', moving, alike, alike, []],
  ['with the same digits for weeks they are one, and one denial outvotes it', moving, moving, alike, ['A', 'B']],
  ['figures that never move are no copies: official rates are the same everywhere', still, still, still, []],
])('%s', (_, ofA, ofB, ofC, held) => {
  const holdings = [bank('A', ofA, '11.5'), bank('B', ofB, '11.5'), bank('C', ofC, '10.16')];
  expect(toQuarantined(holdings).map(({ provider }) => provider)).toEqual(held);
});
