/** The documents of the tree in the description of the service: files that the gateway serves as they are. */

type PathParameter = 'provider' | 'currency' | 'year' | 'month' | 'day' | 'period';

const MEANINGS: Readonly<Record<PathParameter, string>> = {
  provider: 'Provider code',
  currency: 'ISO 4217 code',
  year: 'Four digits',
  month: 'Two digits',
  day: 'Two digits',
  period: 'month, quarter or year; month.extended has bid and ask as well',
};

/** In the order in which they are documented. Their paths are files below `v1/`, of the tree or of the store that holds it. */
const DOCUMENTS = {
  '/openapi.json': 'This description; it needs no key',
  '/status.json': 'For each provider, its newest fixing, the next expected one, and the days without one',
  '/corrections.csv': 'Every figure that changed after it was first published',
  '/quarantine.csv': 'The figures that are held back, each with the reason',
  '/rules.json': 'The rates that laws name, as /rules lists them',
  '/releases.csv': 'The releases that the publisher holds, oldest first; not there for a tree that was not published',
  '/provenance/{provider}/{year}/{month}/{day}.json': 'For each figure of a date, the document that it was made from',
  '/series/{provider}/{currency}/{year}.json': 'One currency through one year',
  '/series/{provider}/{currency}/{year}.csv': 'One currency through one year, as CSV with a header row',
  '/averages/{provider}/{year}/{period}.json':
    'The averages of the periods of one year that are over, as /series gives them',
  '/averages/{provider}/{year}/{period}.csv': 'The same as CSV with a header row',
} as const;

/** @param refusals responses by status, which every path has */
export function documentPaths(refusals: object): Readonly<Record<string, object>> {
  return Object.fromEntries(
    Object.entries(DOCUMENTS).map(([path, summary]) => [path, toPath(path, summary, refusals)]),
  );
}

function toPath(path: string, summary: string, refusals: object): object {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as PathParameter);
  const parameters = names.map((name) => ({
    ...{ name, in: 'path', required: true, description: MEANINGS[name] },
    schema: { type: 'string' },
  }));
  const isJson = path.endsWith('.json');
  const content = { [isJson ? 'application/json' : 'text/csv']: { schema: { type: isJson ? 'object' : 'string' } } };
  const responses = { 200: { description: 'The file', content }, ...refusals };
  const keyless = path === '/openapi.json' ? { security: [] } : {};
  return { get: { operationId: toName(path), summary, ...keyless, parameters, responses } };
}

/** `/series/{provider}/{currency}/{year}.csv` → `getSeriesCsv`. */
function toName(path: string): string {
  const words = path
    .replaceAll(/\{\w+\}/g, '')
    .split(/\W+/)
    .filter(Boolean);
  return `get${words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join('')}`;
}
