/** What the main thread of a page does, as Chromium traces it: each task by the clock, and by the processor. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Tab } from '../../dev/browser.ts';

/** Frames that come after the last answer, and what a view does in them, belong to it. */
const AFTER_MS = 1500;
const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline'];

export interface Task {
  readonly clockMs: number;
  /** Without the time for which other programs had the processor; a slower processor counts as such. */
  readonly processorMs: number;
  /** Its largest parts, as Chromium calls them. */
  readonly parts: string;
}

/** In microseconds. `tdur` is the time of the thread. */
interface TraceEvent {
  readonly ph: string;
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly beginData?: { readonly url?: string } };
}

/** The tasks of the tab from the beginning of the act until all is still, the longest by the processor first. */
export async function tasksDuring(tab: Tab, act: () => Promise<void>): Promise<readonly Task[]> {
  const events: TraceEvent[] = [];
  const ended = new Promise<void>((resolve) => {
    tab.wire.listen((method, params) => {
      if (method === 'Tracing.dataCollected') for (const one of params.value as TraceEvent[]) events.push(one);
      if (method === 'Tracing.tracingComplete') resolve();
    });
  });
  const traceConfig = { includedCategories: CATEGORIES };
  await tab.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig });
  await act();
  await sleep(AFTER_MS);
  await tab.send('Tracing.end');
  await ended;
  return tasksOf(events);
}

function tasksOf(events: readonly TraceEvent[]): readonly Task[] {
  const isPage = ({ name, args }: TraceEvent) =>
    name === 'ParseHTML' && /^(?:http|data:)/.test(args?.beginData?.url ?? '');
  const page = events.find(isPage);
  const own = events.filter(({ ph, pid, tid }) => ph === 'X' && pid === page?.pid && tid === page.tid);
  return own
    .filter(({ name }) => name === 'RunTask')
    .sort((one, other) => (other.tdur ?? 0) - (one.tdur ?? 0))
    .slice(0, 5)
    .map((task) => ({ ...timesOf(task), parts: partsOf(task, own) }));
}

function timesOf({ dur = 0, tdur = 0 }: TraceEvent): Omit<Task, 'parts'> {
  return { clockMs: dur / 1000, processorMs: tdur / 1000 };
}

/** Parts of parts are left out. */
function partsOf(task: TraceEvent, all: readonly TraceEvent[]): string {
  const end = task.ts + (task.dur ?? 0);
  const inside = all
    .filter((one) => one !== task && one.name !== 'RunTask' && one.ts >= task.ts && one.ts + (one.dur ?? 0) <= end)
    .sort((one, other) => one.ts - other.ts || (other.dur ?? 0) - (one.dur ?? 0));
  const sums = new Map<string, number>();
  let reached = task.ts;
  for (const { name, ts, dur = 0, tdur = 0 } of inside) {
    if (ts < reached) continue;
    reached = ts + dur;
    sums.set(name, (sums.get(name) ?? 0) + tdur / 1000);
  }
  const largest = [...sums].sort(([, one], [, other]) => other - one).slice(0, 3);
  return largest.map(([name, ms]) => `${name} ${ms.toFixed(0)}`).join(', ');
}
