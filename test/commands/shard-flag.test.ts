/** `generate --shard`: which part of the tree a machine makes. */
import { describe, expect, it } from 'vitest';
import { toShardFlag } from '../../generator/commands/cli/flags.ts';

describe('--shard', () => {
  it.each([
    ['0/3', {}, { index: 0, count: 3 }],
    ['2/3', { SLURM_ARRAY_TASK_ID: '0' }, { index: 2, count: 3 }],
    ['/3', { JOB_COMPLETION_INDEX: '1' }, { index: 1, count: 3 }],
    ['/3', { SLURM_ARRAY_TASK_ID: '2' }, { index: 2, count: 3 }],
    ['/3', { AWS_BATCH_JOB_ARRAY_INDEX: '0', SLURM_ARRAY_TASK_ID: '' }, { index: 0, count: 3 }],
    ['/40', { JOB_COMPLETION_INDEX: '17', SLURM_ARRAY_TASK_ID: '17' }, { index: 17, count: 40 }],
  ])('%s with %j is part %j', (text, env, shard) => {
    expect(toShardFlag(text, env)).toEqual(shard);
  });

  it.each([
    ['3/3', {}, 'the part is 3; it must be from 0 to 2.'],
    ['0/0', {}, 'It must be a part and the number of parts, as in 0/3, or /3.'],
    ['1', {}, 'It must be a part and the number of parts, as in 0/3, or /3.'],
    ['/3', {}, 'None of JOB_COMPLETION_INDEX, SLURM_ARRAY_TASK_ID, AWS_BATCH_JOB_ARRAY_INDEX is set'],
    ['/3', { SLURM_ARRAY_TASK_ID: '3' }, 'SLURM_ARRAY_TASK_ID is 3; it must be from 0 to 2.'],
    ['/3', { AWS_BATCH_JOB_ARRAY_INDEX: 'x' }, 'AWS_BATCH_JOB_ARRAY_INDEX is x; it must be from 0 to 2.'],
    [
      '/3',
      { JOB_COMPLETION_INDEX: '1', SLURM_ARRAY_TASK_ID: '2' },
      'JOB_COMPLETION_INDEX is 1 and SLURM_ARRAY_TASK_ID is 2: write the part, as in 0/3.',
    ],
  ])('%s with %j is refused: %s', (text, env, message) => {
    expect(() => toShardFlag(text, env)).toThrow(message);
  });
});
