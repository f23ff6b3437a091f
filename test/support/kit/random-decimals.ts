/** Random decimals as texts, for laws that must hold whatever a feed or a client writes. */
import type { SeededRandom } from './random.ts';

/** A text of so many decimal digits, which may begin with 0. */
export function randomDigits(random: SeededRandom, count: number): string {
  return Array.from({ length: count }, () => random.below(10)).join('');
}

/** Up to 14 digits before the point and 13 after it, sometimes negative, sometimes with zeros that can be trimmed. */
export function randomDecimal(random: SeededRandom): string {
  const sign = random.pick(['', '', '-']);
  const zeros = '0'.repeat(random.below(3));
  return `${sign}${randomDigits(random, 1 + random.below(14))}.${randomDigits(random, random.below(14))}${zeros}`;
}
