/** What the steps from fixing to fixing keep in memory. How far they are off is tested with GLOBAL's figures. */
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { stepsOf } from '../../generator/rates/carry-errors.ts';
import type { Fixing } from '../../generator/rates/fixing.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { currencyCode } from '../../generator/wire/words/schemas.ts';
import { definition } from '../support/banks/archives.ts';
import { windowsOf } from '../support/trees/blended.ts';

const ECB = definition('ECB', 'EUR');
const lines = ['02', '03', '04'].flatMap((day) => [`2026-03-${day} EUR/USD 1.1${day}`, `2026-03-${day} EUR/CHF 0.9`]);

/** The newest of three fixings whose steps are known, and the oldest one, which nothing here holds. */
function stepped() {
  const windows = windowsOf([[ECB, lines]], parseIsoDate('2026-03-04'));
  const [newest, , oldest] = windows[0] as readonly [Fixing, Fixing, Fixing];
  return { count: stepsOf(currencyCode.parse('CHF'), windows).length, newest, oldest: new WeakRef(oldest) };
}

describe('the steps from one fixing to the next', () => {
  it('let go of a fixing that no window reaches any more', async () => {
    const { count, newest, oldest } = stepped();
    expect(count).toBe(2);
    setFlagsFromString('--expose-gc');
    await setImmediate();
    runInNewContext('gc')();
    expect(oldest.deref()).toBeUndefined();
    expect(newest.date).toBe('2026-03-04');
  });
});
