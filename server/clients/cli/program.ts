/** What the commands that answer questions share: their options, their origin, and how they print. */
import { Console } from 'node:console';
import { styleText } from 'node:util';
import { type Command, InvalidArgumentError } from 'commander';
import { hasCode } from '../../../generator/kit/files.ts';
import { counted, manualText, takesColours } from '../../../generator/kit/terminal.ts';
import { StoreError } from '../../../generator/wire/release/tree-file.ts';
import { daysBetween, toIsoDate, utcDay } from '../../../generator/wire/words/calendar.ts';
import { type FailureKind, PlainError } from '../../../generator/wire/words/input-error.ts';
import { toPlainLines } from '../../../generator/wire/words/plain.ts';
import type { IsoDate } from '../../../generator/wire/words/schemas.ts';
import { type Asker, isRefusal, type SentParameters, type Told } from '../ask/answers.ts';
import { type AskerSettings, KEY_VARIABLE, openOrigin } from '../ask/asker.ts';

export interface OriginFlags {
  readonly origin?: string;
  readonly json?: true;
}

export const ORIGIN_OPTION = [
  '--origin <target>',
  `a folder, s3://BUCKET/PREFIX, or http(s)://… of files or of a gateway, which wants the key in ${KEY_VARIABLE} ` +
    '(default: RATETREE_ORIGIN, else dist)',
] as const;

/** @param examples lines that a person can use as they are */
export function withQuestion(command: Command, examples: readonly string[]): Command {
  return withAsking(command, examples).option('--json', 'print one line of JSON instead of the table');
}

export function withAsking(command: Command, examples: readonly string[]): Command {
  return command.option(...ORIGIN_OPTION).addHelpText('after', manualText(examples));
}

export const PUBLISHED_OPTION = ['--published', 'the figures as the bank printed them, with its list'] as const;

/** The parameters of every answer that has rates. */
export function withRates(command: Command): Command {
  return command
    .option('--provider <code>', 'whose rates (default: GLOBAL)')
    .option('--base <code>', 'the base; of a bank only with --cross (default: EUR)')
    .option('--cross', 'rates of a bank for one unit of --base, by its own figures')
    .option(...PUBLISHED_OPTION)
    .option('--decimals <number>', 'decimal places, 0 to 10 (default: 10)')
    .option('--type <side>', 'mid, bid or ask (default: mid)')
    .option('--extended', 'mid, bid and ask of each currency');
}

/** Reads a flag. */
export function toDay(text: string): IsoDate {
  const day = toIsoDate(text);
  if (day === null) throw new InvalidArgumentError('It must be a day, written YYYY-MM-DD.');
  return day;
}

/** Standard output belongs to answers. */
export const say = (line: string) => console.error(`ratetree: ${line}`);

/**
 * Opens the origin, asks, prints, and closes the origin however that ends.
 * @param ask is given the flags and arguments that are parameters of the service
 */
export async function tell<Question>(
  { origin, json, ...question }: OriginFlags & Question,
  ask: (asker: Asker, question: Omit<Question, keyof OriginFlags>) => Promise<Told>,
): Promise<void> {
  await withOrigin(origin, async (asker) => {
    try {
      const told = await ask(asker, question as Omit<Question, keyof OriginFlags>);
      print(json === true ? told.json : toScreen(told.lines).join('\n'));
    } catch (error) {
      if (json === true && isRefusal(error)) console.log(error.text);
      throw error;
    }
  });
}

/** An answer that a full disk cuts off is none, and the console alone would not tell. */
function print(answer: string): void {
  if (process.stdout.listenerCount('error') === 0) process.stdout.on('error', unlessClosed);
  new Console({ stdout: process.stdout, ignoreErrors: false }).log(toPlainLines(answer));
}

/** Who closes standard output, as `| head`, has read enough. */
export function unlessClosed(error: Error): void {
  if (!hasCode(error, 'EPIPE')) throw error;
}

/** Opens the origin that a flag or the environment names, and closes it however `use` ends. */
export async function withOrigin(
  origin: string | undefined,
  use: (asker: Asker) => Promise<void>,
  options: Partial<AskerSettings> = {},
): Promise<void> {
  try {
    const asker = await openOrigin(origin ?? null, process.env, { say, ...options });
    try {
      await use(asker);
    } finally {
      await asker.close();
    }
  } catch (error) {
    throw toUnanswered(error);
  }
}

/** What an origin says is text and nothing else: a control character in a name shall not move the cursor. */
const plain = (line: string) => line.replace(/\p{Cc}/gu, '?');

function toScreen(told: readonly string[]): readonly string[] {
  const [headline = '', ...lines] = told.map(plain);
  return [takesColours(process.stdout, process.env) ? styleText('bold', headline) : headline, ...lines];
}

/** What a person may do about a refusal whose words are about addresses. */
const NEXT: Readonly<Record<string, string>> = {
  1001: '; "ratetree status" lists the providers',
  1401: `; here it is the variable ${KEY_VARIABLE}`,
  1402: `; correct the variable ${KEY_VARIABLE}`,
};
const OUTCOMES: Readonly<Record<string, FailureKind>> = { 1500: 'broken', 1503: 'store failed' };

/** The origin refused, or is down: in words for somebody at a terminal. */
class Unanswered extends PlainError {
  readonly outcome: FailureKind;

  constructor(outcome: FailureKind, message: string, cause: unknown) {
    super(message, { cause });
    this.outcome = outcome;
  }
}

/** For a `throw`: a refusal or an origin that is down, in words for somebody at a terminal. */
function toUnanswered(error: unknown): unknown {
  if (isRefusal(error)) {
    const { errorCode, message } = error;
    const code = `${errorCode}`;
    return new Unanswered(OUTCOMES[code] ?? 'input', `${plain(message)}${NEXT[code] ?? ''} (${code})`, error);
  }
  if (!(error instanceof StoreError)) return error;
  return new Unanswered('store failed', `${error.message}; check --origin and the connection, and ask again`, error);
}

/** Why this fixing answers. A law may want an older one than that of the day. */
export function chosenText(fixing: IsoDate, { date, rule }: SentParameters, nowMs: number): string {
  return rule ? `by rule ${rule} for ${date}` : ageText(fixing, typeof date === 'string' ? date : null, nowMs);
}

/**
 * The age of a fixing, printed beside its figures so that nobody takes them for those of the day asked for; empty for one
 * that is not older.
 * @param asked the day that was asked for, or null for the newest fixing
 */
export function ageText(fixing: IsoDate, asked: string | null | undefined, nowMs: number): string {
  const day = (asked?.trim() || utcDay(nowMs)) as IsoDate;
  const days = daysBetween(fixing, day);
  if (days <= 0) return '';
  const count = counted(days, 'day');
  return asked?.trim() ? `${count} before ${day}` : `${count} old`;
}
