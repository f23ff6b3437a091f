import { archiveOfFourBanks } from '../support/trees/embedded.ts';
import { determinismLaws, ENVIRONMENTS } from './determinism-laws.ts';

determinismLaws(await archiveOfFourBanks(), ENVIRONMENTS.slice(0, 1));
