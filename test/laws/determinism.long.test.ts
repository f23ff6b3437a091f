/** The whole embedded archive; determinism.test.ts has a few of its banks. */
import { EMBEDDED } from '../support/trees/embedded.ts';
import { determinismLaws } from './determinism-laws.ts';

determinismLaws(EMBEDDED);
