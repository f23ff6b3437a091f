import { archiveOfFourBanks } from '../support/trees/embedded.ts';
import { determinismLaws } from './determinism-laws.ts';

determinismLaws(await archiveOfFourBanks());
