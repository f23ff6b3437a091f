/** `ratetree collect --check`: asks every source once, archives nothing, and prints a table. */

import type { Progress } from '../kit/progress.ts';
import { columns } from '../kit/terminal.ts';
import { ADVICE, type CheckOptions, checkSources, type SourceCheck, type State } from '../sources/collect/check.ts';
import { EXIT, InputError } from '../wire/words/input-error.ts';

const STATES = Object.keys(ADVICE) as readonly State[];

/** Flags that only make sense when figures are archived, as a person writes them. */
const OF_THE_ARCHIVE = ['from', 'to', 'again'] as const;

/** @throws InputError if a flag makes no sense where nothing is archived */
export function refuseArchiveFlags(flags: Readonly<Partial<Record<(typeof OF_THE_ARCHIVE)[number], unknown>>>): void {
  const given = OF_THE_ARCHIVE.find((name) => flags[name] !== undefined);
  if (given !== undefined)
    throw new InputError(`--check asks for the newest lists and archives nothing: leave out --${given}`);
}

/** @throws InputError if there will be no answers from the network to keep */
export function refuseKeep({ keep, check, replay }: KeepFlags): void {
  if (keep === undefined) return;
  if (check !== true) throw new InputError('--keep goes with --check; a night keeps the documents behind new figures');
  if (replay !== undefined) throw new InputError('--keep stores what the network answers: leave out --replay');
}

interface KeepFlags {
  readonly keep?: string;
  readonly check?: boolean;
  readonly replay?: readonly string[];
}

/** Prints the table; the exit code is 2 if a source without a caveat has a problem. */
export async function printCheck(
  options: Omit<CheckOptions, 'onProvider'>,
  progress: Progress,
  isVerbose: boolean,
): Promise<void> {
  let done = 0;
  const total = options.providers.length;
  const checks = await checkSources({ ...options, onProvider: () => progress.step('checked', ++done, total) });
  progress.end();
  for (const line of checkLines(checks, isVerbose)) console.log(line);
  if (checks.some(isTrouble)) process.exitCode = EXIT.providerFailures;
}

function isTrouble({ problems, caveat }: SourceCheck): boolean {
  return problems.length > 0 && caveat === null;
}

function checkLines(checks: readonly SourceCheck[], isVerbose: boolean): readonly string[] {
  const header = ['PROVIDER', 'ANSWERED', 'UNDERSTOOD', 'NEWEST', 'FIGURES', 'DIFFERS FROM WHAT IS EXPECTED'];
  const asked = checks.filter((one) => one.asked > 0);
  const silent = asked.filter(({ answered }) => answered === 0);
  const trouble = checks.filter(isTrouble).length;
  return [
    ...(silent.length === asked.length && asked.length > 0
      ? ['no source answered: is this machine on the network, and does it need HTTPS_PROXY?', '']
      : []),
    ...columns([header, ...checks.map((check) => toCells(check, isVerbose))]),
    '',
    ...adviceLines(checks),
    `checked ${checks.length} providers: ${asked.length - silent.length} answered, ${trouble} need a look`,
  ];
}

/** For each state that was found, what to do and which sources have it. */
function adviceLines(checks: readonly SourceCheck[]): readonly string[] {
  const rows = STATES.flatMap((state) => {
    const found = checks.filter(({ states }) => states.includes(state)).map(({ provider }) => provider);
    return found.length === 0 ? [] : [[state, ADVICE[state], found.join(', ')]];
  });
  return rows.length === 0 ? [] : [...columns([['STATE', 'WHAT TO DO', 'PROVIDERS'], ...rows]), ''];
}

function toCells(check: SourceCheck, isVerbose: boolean): readonly string[] {
  const { provider, asked, answered, understood, newest, figures, problems, remarks, caveat } = check;
  const isAsked = asked > 0;
  const doubt = problems.length > 0 && caveat !== null ? [`known: ${caveat}`] : [];
  const differs = [
    ...(isVerbose ? problems : inBrief(problems)),
    ...doubt,
    // Beside a problem they are mostly requests that were not made because of it.
    ...(isVerbose || problems.length === 0 ? remarks : []),
    ...(isAsked || remarks.length > 0 ? [] : ['not asked: it has ended']),
  ];
  return [
    provider,
    isAsked ? `${answered} of ${asked}` : '-',
    isAsked ? `${understood} of ${answered}` : '-',
    newest ?? '-',
    isAsked ? `${figures}` : '-',
    differs.map((text) => text.replaceAll(/\s+/g, ' ')).join('; ') || '-',
  ];
}

/** The first problem, with the host of its address: a source with thirty addresses would fill the screen. */
function inBrief([first, ...others]: readonly string[]): readonly string[] {
  if (first === undefined) return [];
  const more = others.length === 0 ? '' : ` (and ${others.length} more: --verbose)`;
  return [`${first.replaceAll(/https?:\/\/([^/\s]+)\S*?(?=[:,;]?(?:\s|$))/g, '$1')}${more}`];
}
