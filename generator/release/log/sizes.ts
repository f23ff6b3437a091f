/** Sizes of a log, and places in it, as texts. The caller has seen that they are digits, and how many. */
export function toSize(digits: string): number {
  return Number.parseInt(digits, 10);
}
