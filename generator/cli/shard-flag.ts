/** `--shard`: which part of the tree this machine makes, said by the flag or by the engine that started the machine. */
import { InvalidArgumentError } from 'commander';
import type { Shard } from '../tree/read/tree-options.ts';

/** The variables in which engines number the machines of an array, from 0. */
export const INDEX_VARIABLES = ['JOB_COMPLETION_INDEX', 'SLURM_ARRAY_TASK_ID', 'AWS_BATCH_JOB_ARRAY_INDEX'] as const;

export const SHARD_OPTION = [
  '--shard <part>',
  'make one of several parts of the tree, as in 0/3; /3 takes the number from the engine (Kubernetes, Slurm, AWS Batch)',
  (text: string) => toShardFlag(text, process.env),
] as const;

/** @throws InvalidArgumentError if the text is not a part, or the environment does not say which one */
export function toShardFlag(text: string, env: Readonly<Record<string, string | undefined>>): Shard {
  const [, own = '', count = ''] = /^(\d{0,4})\/([1-9]\d{0,3})$/.exec(text) ?? [];
  if (count === '') throw new InvalidArgumentError('It must be a part and their number, as in 0/3, or /3.');
  const index = own === '' ? indexIn(env) : { name: 'the part', value: own };
  const shard = { index: Number.parseInt(index.value, 10), count: Number.parseInt(count, 10) };
  if (/^\d{1,4}$/.test(index.value) && shard.index < shard.count) return shard;
  throw new InvalidArgumentError(`${index.name} is ${index.value}; it must be from 0 to ${shard.count - 1}.`);
}

/** Of several variables all must say the same: one machine may be started by one engine inside another. */
function indexIn(env: Readonly<Record<string, string | undefined>>): { readonly name: string; readonly value: string } {
  const [first, ...others] = INDEX_VARIABLES.flatMap((name) => {
    const value = env[name] ?? '';
    return value === '' ? [] : [{ name, value }];
  });
  if (first === undefined)
    throw new InvalidArgumentError(`None of ${INDEX_VARIABLES.join(', ')} is set: write the part, as in 0/3.`);
  const other = others.find(({ value }) => value !== first.value);
  if (other === undefined) return first;
  throw new InvalidArgumentError(
    `${first.name} is ${first.value} and ${other.name} is ${other.value}: write the part, as in 0/3.`,
  );
}
