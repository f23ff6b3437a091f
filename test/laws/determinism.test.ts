/** Banks that between them have both sides, a monthly list, dates ahead and figures per hundred. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { freshFolder } from '../support/banks/archives.ts';
import { EMBEDDED } from '../support/trees/embedded.ts';
import { determinismLaws } from './determinism-laws.ts';

const archive = freshFolder();
for (const bank of ['CBR', 'ECB', 'HMRC', 'TCMB']) {
  cpSync(join(EMBEDDED, bank), join(archive, bank), { recursive: true });
}
determinismLaws(archive);
