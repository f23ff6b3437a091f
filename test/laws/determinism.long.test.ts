/** The whole embedded archive, and a monthly list, which it has none of. determinism.test.ts tries four banks. */

import { copied } from '../support/kit/copied.ts';
import { EMBEDDED, writeMonthlyList } from '../support/trees/embedded.ts';
import { determinismLaws } from './determinism-laws.ts';

const archive = copied(EMBEDDED);
await writeMonthlyList(archive);
determinismLaws(archive);
