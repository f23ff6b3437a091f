/** Breaks the recorded documents of a provider with every fault, and yields one finding for each mutation. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Feed, ProviderDefinition } from '../../../generator/sources/feeds/provider.ts';
import { type Recorded as Recording, readRecordings } from '../../../generator/sources/feeds/recordings.ts';
import { toInstant } from '../../../generator/wire/words/calendar.ts';
import { FAULTS, type Fault, type Mutation, toMutations } from './mutations.ts';
import { type Finding, judge, type Recorded, readStatement, toTruth, type World } from './outcome.ts';
import { shortened } from './shortened.ts';

export interface FaultRow extends Finding {
  readonly provider: string;
  readonly file: string;
  readonly fault: Fault;
  readonly how: string;
}

/** Reads the first recorded document of each feed, as the documents of one feed are alike, and of long ones a part. */
export async function readRecorded(
  dirs: readonly string[],
  definition: ProviderDefinition,
): Promise<readonly (Recorded & { file: string })[]> {
  const found = await readRecordings(dirs, definition.code);
  if (found === null) return [];
  const chosen = new Map<Feed<unknown>, Recording>();
  for (const recording of found) {
    const feed = definition.feeds.find(({ matches }) => matches.test(recording.url));
    if (feed !== undefined && !recording.file.endsWith('.zip') && !chosen.has(feed)) chosen.set(feed, recording);
  }
  return Promise.all(
    [...chosen].map(async ([feed, { folder, method, url, requestBody, file, contentType, recordedAt }]) => {
      const request = { method, url, ...(requestBody === undefined ? {} : { body: requestBody }) };
      const bytes = shortened(definition.code, file, await readFile(join(folder, file)));
      const answer = { request, bytes, contentType };
      return { definition, feed, answer, seen: toInstant(new Date(recordedAt)), file };
    }),
  );
}

/**
 * Breaks the document with each mutation of the chosen faults, which are all of them unless the caller says otherwise.
 */
export function* runFaults(
  recorded: Recorded & { readonly file: string },
  world: World,
  faults: readonly Fault[] = FAULTS,
): Generator<FaultRow> {
  const observations = readStatement(recorded, recorded.answer.bytes, world, true)?.statement.observations;
  if (observations === undefined) return;
  const truth = toTruth(recorded, observations);
  const figures = observations.flatMap(({ mid, bid, ask }) => [mid, bid, ask]).filter((text) => text !== '');
  for (const mutation of toMutations({ bytes: recorded.answer.bytes, figures })) {
    if (!faults.includes(mutation.fault)) continue;
    yield { ...row(recorded, mutation), ...judge(recorded, truth, mutation, world) };
  }
}

function row({ definition, file }: Recorded & { readonly file: string }, { fault, how }: Mutation) {
  return { provider: definition.code, file, fault, how };
}
