/** Puts the parts of a gateway together: store, catalogue, keys, memory, counts and log → one handler. */
import { inspect } from 'node:util';
import { StoreDown } from '../generator/wire/release/served-tree.ts';
import { CAUSES_MAX, toInputFault } from '../generator/wire/words/input-error.ts';
import { createHandler } from './handle.ts';
import { momentOf } from './moment.ts';
import type { Handler } from './request/http/answer.ts';
import { Doorkeeper, type DoorSettings } from './request/keys/authenticate.ts';
import { Places } from './request/perform/places.ts';
import { LiveCatalogue } from './trees/live-catalogue.ts';
import { Shelf } from './trees/shelf.ts';
import type { Store } from './trees/store.ts';
import { readWarm } from './trees/warm.ts';
import type { AccessLog } from './watch/log.ts';
import { RequestTotals, toMetricsText } from './watch/metrics.ts';

export interface GatewayOptions extends DoorSettings {
  readonly store: Store;
  readonly cacheBytesMax: number;
  readonly accessLog: AccessLog | null;
  /** Where spans are read; of its own, unless a test gives it another clock. */
  readonly places?: Places;
  /** Tells the operator one line. */
  readonly say: (line: string) => void;
}

export interface RunningGateway {
  readonly handler: Handler;
  readonly catalogue: LiveCatalogue;
  /** Counts an answer to bytes that could not be read as a request. */
  readonly countMalformed: (status: number) => void;
  readonly metricsText: () => string;
}

/** This part of the memory is for answers, and the rest for files. */
const ANSWERS_SHARE = 4;

export function createGateway(options: GatewayOptions): RunningGateway {
  const { store, nowMs, say, accessLog } = options;
  const answersBytesMax = options.cacheBytesMax / ANSWERS_SHARE;
  const catalogue = new LiveCatalogue({
    store,
    nowMs,
    onFailure: (error) => say(`release not refreshed: ${toWords(error)}`),
    prepare: async (next, now) => {
      const entries = await readWarm(shelf, next, now);
      return () => {
        for (const entry of entries) shelf.keep(entry);
      };
    },
    onRelease: ({ release }) => say(`release ${release.release} of ${release.date} answers`),
  });
  const shelf = new Shelf({
    bytesMax: options.cacheBytesMax - answersBytesMax,
    tree: () => catalogue.current?.tree ?? null,
    nowMs,
    onDown: (error) => say(`store failed: ${toWords(error)}`),
  });
  const requests = new RequestTotals();
  const handler = createHandler({
    moment: momentOf(() => catalogue.current, nowMs),
    doorkeeper: new Doorkeeper(options),
    shelf,
    answersBytesMax,
    places: options.places ?? new Places(),
    onAnswer: (seen) => {
      const durationMs = performance.now() - seen.startedMs;
      requests.add(seen, durationMs);
      accessLog?.request(seen, nowMs(), durationMs);
    },
    onBug: (error, { operation }) => say(`bug in ${operation ?? 'no operation'}: ${toWords(error)}`),
  });
  const metricsText = () => {
    const logLinesDropped = accessLog?.dropped ?? 0;
    return toMetricsText({ requests, shelf, catalogue, logLinesDropped, following: store.following() }, nowMs());
  };
  const countMalformed = (status: number) => requests.add({ operation: null, status }, 0);
  return { handler, catalogue, countMalformed, metricsText };
}

/** What the store or a person is to blame for, as the messages of the error and its causes; a bug with its stack. */
function toWords(error: unknown): string {
  if (error instanceof StoreDown || toInputFault(error) !== null) return toMessages(error);
  return inspect(error, { depth: CAUSES_MAX });
}

function toMessages(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${toMessages(error.cause)}` : error.message;
}
