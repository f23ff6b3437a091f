/** Limits the time of what runs without a pause, such as reading a document: no signal and no timer interrupts that. */
import { createContext, Script } from 'node:vm';

/** It took longer than it may. */
export class OutOfTime extends Error {
  override readonly name = 'OutOfTime';
}

const place: { call?: () => void } = createContext({});
const script = new Script('call()');

/**
 * Returns what the task returns, or throws what it throws. V8 ends it wherever it is, even within a regular expression,
 * and without its `catch` and `finally`, so it must leave nothing half done that somebody else uses.
 * @throws OutOfTime after `ms` milliseconds
 */
export function withinTime<Value>(ms: number, task: () => Value): Value {
  const done: Value[] = [];
  place.call = () => {
    done.push(task());
  };
  try {
    script.runInContext(place, { timeout: ms });
  } catch (error) {
    if (isTimeout(error)) throw new OutOfTime(`not done within ${ms} ms`);
    throw error;
  }
  return done[0] as Value;
}

/** The error comes from the other context, so it is no `Error` of ours. */
function isTimeout(error: unknown): boolean {
  return (
    typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}
