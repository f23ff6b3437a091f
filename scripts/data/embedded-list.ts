/** The list data/embedded.csv: each bank of the embedded archive, with the days and the figures that it holds. */
import { listArchive, readArchive } from '../../generator/sources/archive/archive.ts';
import { compareTexts } from '../../generator/wire/words/order.ts';

export async function embeddedList(archiveDir: string): Promise<string> {
  const lines = ['code,from,to,figures'];
  for (const code of await listArchive(archiveDir)) {
    const { rows } = await readArchive(archiveDir, code);
    const dates = rows.map(({ date }) => date).sort(compareTexts);
    lines.push([code, dates[0], dates.at(-1), rows.length].join());
  }
  return `${lines.join('\n')}\n`;
}
