/** How long a command has taken, which the last line of some commands says. */

/** Seconds since this process started, to the millisecond. */
export function secondsSinceStart(): number {
  return Math.round(performance.now()) / 1000;
}
