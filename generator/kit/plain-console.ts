/** Whatever the program prints for people passes here, so that no text of a stranger moves the cursor of a terminal. */
import { format } from 'node:util';
import { toPlainLines } from '../wire/words/plain.ts';

/** From here on `console.log` and `console.error` print plain lines. What is written as bytes is written as it is. */
export function plainConsole(): void {
  for (const name of ['log', 'error'] as const) {
    const print = console[name].bind(console);
    // Libraries print objects and several values, too.
    console[name] = (...values: readonly unknown[]) => print(toPlainLines(format(...values)));
  }
}
