/** A rollback holds until a person lifts it: no night and no publish puts other content into force by itself. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { freshFolder } from '../support/banks/archives.ts';
import { ratetree } from '../support/trees/by-command.ts';
import { afterNights, calm, DAYS, type Disk, newDisk, night, recordings } from '../support/trees/nights-by-command.ts';

const replays = [3, 4, 5].map((days) => recordings(DAYS.slice(0, days), calm));
const [first = '', second = '', third = ''] = replays;

let store: string;
let disk: Disk;
const ids: string[] = [];
const isHeld = () => JSON.parse(readFileSync(join(store, 'current.json'), 'utf8')).hold !== null;

/** Two nights, and a rollback to the first. */
beforeEach(() => {
  const before = afterNights(3, 4);
  ({ store, disk } = before);
  ids.splice(0, 2, ...before.ended.map(({ summary }) => summary.release));
  const { status, stdout, stderr } = ratetree('rollback', store);
  expect(status, stderr).toBe(0);
  expect(stdout).toContain(`release ${ids[0]} (sequence 3, `);
  expect(stderr).toContain(`release ${ids[1]} was rolled back at`);
});

describe('after a rollback', () => {
  it.each([
    ['with nothing new', () => second],
    ['with a new day', () => third],
  ])('a night %s ends with 3, leaves the older release in force, signs it again and says why', (_, replay) => {
    const { status, summary, stderr } = night(store, replay(), disk);
    expect(status, stderr).toBe(3);
    expect(summary).toMatchObject({ outcome: 'held', held: { release: ids[1], to: ids[0] } });
    expect(summary.published).toMatchObject({ release: ids[0], sequence: 4, isNew: false });
    expect(stderr).toContain('nothing new is published until you add --lift-hold');
    expect(night(store, replay(), disk).summary).toMatchObject({ outcome: 'held', published: { sequence: 5 } });
  });

  it('a publish is refused with 1, and a publish with --lift-hold ends the hold', () => {
    const words = ['publish', store, '--from', disk.out, '--archive', disk.archive];
    const { status, stderr } = ratetree(...words);
    expect([status, stderr]).toEqual([1, expect.stringContaining('publish with --lift-hold when the cause is mended')]);
    expect(ratetree(...words, '--lift-hold').stdout).toContain(`release ${ids[1]} (sequence 4, `);
    expect(isHeld()).toBe(false);
    expect(night(store, third, disk)).toMatchObject({ status: 0, summary: { outcome: 'published', held: null } });
  });

  it('a night with --lift-hold publishes, and the nights after it need no flag', () => {
    expect(night(store, third, disk, '--lift-hold')).toMatchObject({ status: 0, summary: { outcome: 'published' } });
    expect(isHeld()).toBe(false);
    expect(night(store, third, disk)).toMatchObject({ status: 0, summary: { held: null } });
  });

  it('the same content as the release in force is published, and the hold stays', () => {
    const cold = newDisk();
    expect(night(freshFolder(), first, cold).summary.release).toBe(ids[0]);
    const words = ['publish', store, '--from', cold.out, '--archive', cold.archive];
    expect(ratetree(...words)).toMatchObject({ status: 0 });
    expect(isHeld()).toBe(true);
    expect(night(store, second, disk).summary.outcome).toBe('held');
  });

  it('a rollback forward to the release that was taken back ends the hold', () => {
    expect(ratetree('rollback', store, '--to', ids[1] ?? '').status).toBe(0);
    expect(isHeld()).toBe(false);
    expect(night(store, third, disk)).toMatchObject({ status: 0, summary: { outcome: 'published' } });
  });
});
