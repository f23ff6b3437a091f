/** What the archive holds of each provider that there is an adapter for, as it was at an instant. */
import { readAccepted } from './acceptances.ts';
import { listArchive, readArchive } from './archive.ts';
import type { ProviderDefinition } from './provider.ts';
import type { Subject } from './quarantine.ts';

export async function readSubjects(
  archiveDir: string,
  definitions: readonly ProviderDefinition[],
  asOf: string | null,
): Promise<{ readonly subjects: readonly Subject[]; readonly unknown: readonly string[] }> {
  const byCode = new Map(definitions.map((definition) => [definition.code, definition]));
  const subjects: Subject[] = [];
  const unknown: string[] = [];
  for (const code of await listArchive(archiveDir)) {
    const definition = byCode.get(code);
    if (definition === undefined) unknown.push(`${code}: no adapter of that name, its archive is left out`);
    else {
      const [archive, accepted] = [
        await readArchive(archiveDir, code, asOf),
        await readAccepted(archiveDir, code, asOf),
      ];
      subjects.push({ definition, archive, accepted });
    }
  }
  return { subjects, unknown };
}
