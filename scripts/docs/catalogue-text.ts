/** What is made from the folder of adapters: their list, the catalogue of docs/catalogue.md, and README's count. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { LicenceClass } from '../../generator/sources/facts/licences.ts';
import type { ProviderDefinition } from '../../generator/sources/feeds/provider.ts';

/** The names of the files in generator/sources/providers that are adapters, sorted. */
export function adapterNames(root: string): readonly string[] {
  const files = readdirSync(join(root, 'generator', 'sources', 'providers')).filter((file) => file.endsWith('.ts'));
  return files
    .map((file) => file.slice(0, -'.ts'.length))
    .filter((name) => name !== 'all' && name !== 'index')
    .sort();
}

export function listText(names: readonly string[]): string {
  const head = '/** The adapters of this folder, as scripts/docs/catalogue.ts lists them. */';
  const toLine = (name: string) => [`export { ${name} } from`, `'./${name}.ts';`].join(' ');
  return [head, ...names.map(toLine), ''].join('\n');
}

export function withCount(page: string, count: number): string {
  return page.replace(/\d+(?= central banks and other bodies)/, `${count}`);
}

export function catalogueText(
  definitions: readonly ProviderDefinition[],
  classes: ReadonlyMap<string, LicenceClass>,
): string {
  const lines = definitions.map((definition) => {
    const { code, description, references, terms } = definition;
    const reference = references.at(-1)?.currency ?? '';
    const source = `[${description}](${terms.url})`;
    const known = classes.get(code) ?? 'unknown';
    const facts = [reference, toList(definition), known === 'unknown' ? '' : known];
    return `| ${[code, source, facts.filter((part) => part !== '').join(', ')].join(' | ')} |`;
  });
  return ['| code | source | list and class |', '|---|---|---|', ...lines].join('\n');
}

/** A list is daily unless it says otherwise. */
function toList(definition: ProviderDefinition): string {
  const { kind, monthly, quarterly, obsolete, schedule, feeds, setBefore, noVoice = {} } = definition;
  const words: string[] = [];
  if (feeds.some(({ frequency }) => frequency === 'week')) words.push('daily', 'weekly');
  if (monthly === true) words.splice(0, 1, 'monthly');
  if (quarterly === true) words.splice(0, 1, 'quarterly');
  if (obsolete === true) words.push('ended');
  if ((schedule.lagDaysMax ?? 1) > 7) words.push('late');
  if (setBefore !== undefined) words.push('ahead');
  const unheard = Object.keys(noVoice).sort();
  if (unheard.length > 0) words.push(`${unheard.join(' ')} no voice`);
  return [words.join(', '), kind ?? ''].filter((part) => part !== '').join('; ');
}
