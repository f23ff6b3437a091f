/** The formats of an export: how the service is asked, and what is made of its answers. */
import { toCsv, toJson, toParquet } from './documents.ts';
import { JOURNAL_NAMES, toJournal } from './journals.ts';
import { toSdmxCsv } from './sdmx.ts';
import type { AnswerFormat } from './series-asker.ts';
import type { Section } from './span.ts';

interface ExportWanted {
  readonly sections: readonly Section[];
  /** Whether the last fixings of periods were asked for. */
  readonly isEnd: boolean;
  readonly say: (line: string) => void;
}

interface ExportFormat {
  readonly answers: AnswerFormat;
  /** Whether a terminal could show it. */
  readonly isText: boolean;
  /** The file, piece by piece. */
  write(wanted: ExportWanted): AsyncGenerator<string | Buffer>;
}

const journals = JOURNAL_NAMES.map((name): readonly [string, ExportFormat] => [
  name,
  { answers: 'CSV', isText: true, write: ({ sections, isEnd, say }) => toJournal(name, sections, isEnd, say) },
]);

export const EXPORT_FORMATS: ReadonlyMap<string, ExportFormat> = new Map<string, ExportFormat>([
  ['csv', { answers: 'CSV', isText: true, write: ({ sections }) => toCsv(sections) }],
  ['json', { answers: 'JSON', isText: true, write: ({ sections }) => toJson(sections) }],
  ...journals,
  ['sdmx-csv', { answers: 'CSV', isText: true, write: ({ sections, isEnd }) => toSdmxCsv(sections, isEnd) }],
  ['parquet', { answers: 'CSV', isText: false, write: ({ sections }) => toParquet(sections) }],
]);
