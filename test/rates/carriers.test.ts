/** What the choice of a carrier keeps in memory. What it chooses is tested with GLOBAL's figures. */
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { carrierOf } from '../../generator/rates/blend/carrying.ts';
import type { Fixing } from '../../generator/rates/blend/fixing.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { currencyCode } from '../../generator/wire/words/schemas.ts';
import { definition } from '../support/banks/archives.ts';
import { windowsOf } from '../support/trees/blended.ts';

const ECB = definition('ECB', 'EUR');
const lines = ['02', '03', '04'].flatMap((day) => [`2026-03-${day} EUR/USD 1.1${day}`, `2026-03-${day} EUR/CHF 0.9`]);

/** The newest of three fixings from which a carrier was chosen, and the oldest one, which nothing here holds. */
function chosen() {
  const windows = windowsOf([[ECB, lines]], parseIsoDate('2026-03-04'));
  const [newest, , oldest] = windows[0] as readonly [Fixing, Fixing, Fixing];
  return { carrier: carrierOf(currencyCode.parse('CHF'), windows), newest, oldest: new WeakRef(oldest) };
}

describe('the choice of a carrier', () => {
  it('lets go of a fixing that no window reaches any more', async () => {
    const { carrier, newest, oldest } = chosen();
    expect(carrier).toBe('EUR');
    setFlagsFromString('--expose-gc');
    await setImmediate();
    runInNewContext('gc')();
    expect(oldest.deref()).toBeUndefined();
    expect(newest.date).toBe('2026-03-04');
  });
});
