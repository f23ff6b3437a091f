/**
 * Makes data/holidays.csv from the package date-holidays: the days on which the countries of our providers keep whole
 * public or bank holidays. The result does not depend on the zone or locale of the process.
 *
 * node build/scripts/data/holidays.js
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../generator/kit/package.ts';
import { PROVIDERS } from '../../generator/providers/index.ts';
import { holidayTable } from './holiday-table.ts';

writeFileSync(join(packageRoot(), 'data', 'holidays.csv'), holidayTable(PROVIDERS.map((one) => one.countryCode)));
