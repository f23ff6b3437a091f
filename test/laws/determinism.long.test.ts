/** The whole embedded archive, and the places in which determinism.test.ts does not try its four banks. */
import { archiveOfFourBanks, EMBEDDED } from '../support/trees/embedded.ts';
import { determinismLaws, ENVIRONMENTS } from './determinism-laws.ts';

determinismLaws(EMBEDDED);
determinismLaws(await archiveOfFourBanks(), ENVIRONMENTS.slice(1));
