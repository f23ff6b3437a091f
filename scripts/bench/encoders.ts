/**
 * Measures documents per second, encoded by hand and by the libraries, over every base of a tree's newest GLOBAL
 * fixing.
 * node build/scripts/bench/encoders.js [TREE] [ROUNDS]
 */
import { openGenerated } from '../../generator/release/pointer/generated.ts';
import { indexPath, tablePath } from '../../generator/wire/answers/paths.ts';
import { providerIndex } from '../../generator/wire/answers/provider-index.ts';
import { parseTable } from '../../generator/wire/answers/table.ts';
import { quotes, toRates } from '../../generator/wire/answers/views.ts';
import { type Document, FORMATS, type Rendition } from '../../generator/wire/encode/document.ts';
import { encode } from '../../generator/wire/encode/encode.ts';
import { InputError } from '../../generator/wire/words/input-error.ts';
import { EUR, GLOBAL } from '../../generator/wire/words/schemas.ts';
import { encodeByLibrary } from '../../test/support/kit/library-encoders.ts';

const [tree = 'dist', rounds = '5'] = process.argv.slice(2);
const documents = await readDocuments();
console.log(`${documents.length} documents of ${documents[0]?.rates.length} rates, in ${FORMATS.length} formats`);
for (let round = 1; round <= Number.parseInt(rounds, 10); round++) {
  const [byHand, byLibrary] = [perSecond(encode), perSecond(encodeByLibrary)];
  const ratio = (byHand / byLibrary).toFixed(1);
  console.log(
    `round ${round}: by hand ${byHand.toFixed(0)}/s, by the libraries ${byLibrary.toFixed(0)}/s, ratio ${ratio}`,
  );
}

async function readDocuments() {
  const { file } = await openGenerated(tree);
  const { latest } = providerIndex.parse(JSON.parse(`${await file(indexPath(GLOBAL))}`));
  if (latest === null) throw new InputError(`${tree} has no fixing of GLOBAL`);
  const facts = { provider: GLOBAL, date: latest, reference: EUR, bidAsk: false };
  const table = parseTable(`${await file(tablePath(GLOBAL, latest))}`, facts);
  const bases = [...table.figures.keys()].filter((code) => quotes(table, code));
  return bases.map((base) => toRates(table, { view: 'standard', base, currencies: null, places: 10 }));
}

function perSecond(write: (document: Document, rendition: Rendition) => Buffer): number {
  const startMs = performance.now();
  for (const document of documents) for (const format of FORMATS) write(document, { format, header: true });
  return (documents.length * FORMATS.length) / ((performance.now() - startMs) / 1000);
}
