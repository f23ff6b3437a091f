/**
 * Shifts the clock of a program to REPLAY_NOW, an instant: `node --import .../clock.js PROGRAM`. Time goes on from
 * there at its usual pace, and nothing in the program knows of it.
 */
const start = process.env.REPLAY_NOW;
if (start !== undefined) {
  const Real = Date;
  const ahead = Real.parse(start) - Real.now();
  class Shifted extends Real {
    constructor(...given: readonly unknown[]) {
      super(...((given.length === 0 ? [Real.now() + ahead] : given) as [number]));
    }

    static override now(): number {
      return Real.now() + ahead;
    }
  }
  globalThis.Date = Shifted as DateConstructor;
}
