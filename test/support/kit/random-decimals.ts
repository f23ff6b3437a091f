/** Random decimals as texts, for laws that must hold for whatever a feed or a client may write. */
import type { SeededRandom } from './random.ts';

/** So many decimal digits, the first of them perhaps 0. */
export function randomDigits(random: SeededRandom, count: number): string {
  return Array.from({ length: count }, () => random.below(10)).join('');
}

/** Up to 14 digits before and 13 after the point, at times negative, at times with zeros to trim. */
export function randomDecimal(random: SeededRandom): string {
  const sign = random.pick(['', '', '-']);
  const zeros = '0'.repeat(random.below(3));
  return `${sign}${randomDigits(random, 1 + random.below(14))}.${randomDigits(random, random.below(14))}${zeros}`;
}
