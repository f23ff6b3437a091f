/** `ratetree export`: a span of rates as a file for other software, from /v1/series. */
import { readFileSync, statSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { type Command, Option } from 'commander';
import { Progress } from '../../../generator/kit/progress.ts';
import type { Wait } from '../../../generator/wire/answers/asking.ts';
import { InputError } from '../../../generator/wire/words/input-error.ts';
import { readForms } from '../../request/forms/files.ts';
import { parseForm } from '../../request/forms/form.ts';
import { whyNoTemplate } from '../../request/query/values.ts';
import type { Asker } from '../ask/answers.ts';
import { PUBLISHED_OPTION, say, toDay, withAsking, withOrigin } from '../cli/program.ts';
import { type Output, toFile, toStream } from '../export/output.ts';
import { EXPORT_FORMATS, type ExportFormat, inForm, runExport } from '../export/run.ts';
import type { ExportQuestion } from '../export/series-asker.ts';

interface ExportFlags extends ExportQuestion {
  readonly origin?: string;
  readonly format?: string;
  readonly template?: string;
  readonly out?: string;
}

const EXAMPLES = [
  'ratetree export --template hledger --provider ECB --out ecb.journal',
  'ratetree export --format csv --currencies USD --from 2026-01-01 > rates.csv',
  'ratetree export --template sap-tcurr --provider ECB --currencies USD,GBP',
  'ratetree export --format parquet --out rates.parquet --origin s3://rates',
  'ratetree export --format firefly --from 2026-01-01 | tar x -C /srv/rates',
];

export function addExport(program: Command): void {
  withAsking(program.command('export'), EXAMPLES)
    .description('a span of rates as a file for other software')
    .addOption(new Option('--format <name>', `of the file: ${FORMATS}`).conflicts('template'))
    .option('--template <name>', 'the file that a program imports, such as netsuite; or the path of a form of your own')
    .option('--provider <code>', 'whose rates (default: GLOBAL)')
    .option('--base <code>', 'the base, for GLOBAL only (default: EUR)')
    .option('--currencies <codes>', 'separated by commas (default: all)')
    .option('--from <day>', 'the first day (default: that of the first fixing)', toDay)
    .option('--to <day>', 'the last day (default: that of the newest fixing)', toDay)
    .option('--period <name>', 'one rate for each month, quarter or year, or for the span (default: day)')
    .option('--statistic <name>', 'the average of each period, or end or first for its fixing (default: average)')
    .addOption(new Option(...PUBLISHED_OPTION).conflicts('template'))
    .option('--out <file>', 'the file, which appears when it is whole (default: standard output)')
    .action(exportAsAsked);
}

/** The limit of a key may be reached some hundred times in one export, for less than a minute each. */
const WAIT_MS = 3_600_000;
const FORMATS = [...EXPORT_FORMATS.keys()].join(', ');

/** @throws InputError saying what to name instead */
function toExport({ format = '', template }: ExportFlags): ExportFormat {
  const chosen = EXPORT_FORMATS.get(format);
  if (template === undefined && chosen !== undefined) return chosen;
  const names = [...readForms().keys()];
  if (template === undefined) {
    throw new InputError(`--format must be one of ${FORMATS}; or write --template and one of ${names.join(', ')}`);
  }
  const known = readForms().get(template.toLowerCase());
  if (known !== undefined) return inForm(known);
  const isFile = statSync(template, { throwIfNoEntry: false })?.isFile();
  if (isFile) return inForm(parseForm(readFileSync(template, 'utf8'), template));
  throw new InputError(`--template ${whyNoTemplate(template, names)}, and there is no such file`);
}

async function exportAsAsked(flags: ExportFlags): Promise<void> {
  const { origin, format: name, template: _, out, ...question } = flags;
  const { stdout, stderr } = process;
  const format = toExport(flags);
  if (out === undefined && stdout.isTTY && !format.isText) {
    throw new InputError(`${name} cannot be shown in a terminal: name a file with --out`);
  }
  if (question.published === true && name === 'firefly')
    throw new InputError('firefly writes what one unit is worth, not what was printed: leave out --published');
  // A bar would stand in the middle of the text that is written to the same terminal.
  const progress = out === undefined && stdout.isTTY ? null : new Progress(stderr, () => performance.now(), 'years');
  const aloud = (line: string) => (progress === null ? say(line) : progress.line(line));
  const open = async () => (out === undefined ? toStream(stdout) : withSignals(await toFile(out)));
  const write = async (asker: Asker) => {
    const bytes = await runExport({ asker, question, format, open, progress, say: aloud });
    if (out !== undefined) say(`${bytes} bytes are written to ${out}`);
  };
  const wait: Wait = async (milliseconds, { message }) => {
    aloud(`${message}; the export waits and continues`);
    await setTimeout(milliseconds);
  };
  await withOrigin(origin, write, { patience: { retries: 5, waitMs: WAIT_MS, wait } });
}

/** Who interrupts an export finds no part of it. The program then ends as if it had not listened. */
function withSignals(output: Output): Output {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      output.abandon();
      process.kill(process.pid, signal);
    });
  }
  return output;
}
