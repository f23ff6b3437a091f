/** The places in which spans are read: shared by who asks, for some seconds at most, and not by who has gone away. */
import { describe, expect, it } from 'vitest';
import { ClientGone, Places } from '../../server/request/perform/places.ts';

const present = () => new AbortController().signal;

/** Lets everybody proceed who can. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Places, and who has entered so far in this order. Unless a test rings its own clock, nobody waits too long. */
function watched(places = new Places(() => () => {})) {
  const entered: string[] = [];
  const come = async (name: string, signal = present()) => {
    await places.enter({ name, signal });
    entered.push(name);
  };
  const leave = async (...names: readonly string[]) => {
    for (const name of names) {
      places.leave({ name, signal: present() });
      await settle();
    }
  };
  return { places, entered, come, leave };
}

/** As many of each name as its digit says. */
const comers = (words: string) =>
  words.split(' ').flatMap((word) => Array<string>(Number(word[1])).fill(word[0] ?? ''));

describe('a place', () => {
  it.each([
    ['is free for two of a name', 'A3', [], 'AA'],
    ['is free for eight in all', 'A2 B2 C2 D2 E1', [], 'AABBCCDD'],
    ['that a name leaves goes to the same name, if nobody else waits', 'A4', ['A', 'A'], 'AA AA'],
    ['goes to a name that came late before the tenth of another', 'A9 B2 C2 D2 E1', ['A', 'A', 'A'], 'AABBCCDD A E A'],
    ['goes round by names', 'A5 B5 C5 D5 E1', ['A', 'B', 'C', 'A', 'A'], 'AABBCCDD A B C E A'],
    ['goes to a name that has none before names that have two', 'A2 B9 C2 D2 E1', ['C'], 'AABBCCDD E'],
  ])('%s', async (_, words, leaving, expected) => {
    const { entered, come, leave } = watched();
    for (const name of comers(words)) void come(name);
    await settle();
    await leave(...leaving);
    expect(entered.join('')).toBe(expected.replaceAll(' ', ''));
  });

  it('is not for a client that has gone away, whether before or while it waited', async () => {
    const { entered, come, leave } = watched();
    await Promise.all([come('A'), come('A')]);
    const client = new AbortController();
    const gone = expect(come('A', client.signal)).rejects.toThrow(ClientGone);
    const patient = come('A');
    client.abort();
    await gone;
    await expect(come('B', client.signal)).rejects.toThrow(ClientGone);
    await leave('A');
    await patient;
    expect(entered).toEqual(['A', 'A', 'A']);
  });

  it('that is not free for ten seconds is refused with 1503, and the next one in the queue gets it', async () => {
    const clocks: { ms: number; ring: () => void; isStopped: boolean }[] = [];
    const after = (ms: number, ring: () => void) => {
      const clock = { ms, ring, isStopped: false };
      clocks.push(clock);
      return () => {
        clock.isStopped = true;
      };
    };
    const { entered, come, leave } = watched(new Places(after));
    await Promise.all([come('A'), come('A')]);
    const refused = expect(come('A')).rejects.toMatchObject({ code: 1503, retryAfterSeconds: 5 });
    const patient = come('A');
    await settle();
    expect(clocks.map(({ ms }) => ms)).toEqual([10_000, 10_000]);
    clocks[0]?.ring();
    await refused;
    await leave('A');
    await patient;
    expect(entered.length).toBe(3);
    expect(clocks.every(({ isStopped }) => isStopped)).toBe(true);
  });

  it('is refused at once to a name of which fifty wait, and another name may still wait for it', async () => {
    const { come, leave, entered } = watched();
    for (const name of comers('A2 B2 C2 D2')) await come(name);
    for (let count = 0; count < 50; count++) come('A').catch(() => {});
    await expect(come('A')).rejects.toMatchObject({ code: 1503 });
    void come('E');
    await settle();
    await leave('B');
    expect(entered.at(-1)).toBe('E');
  });
});

describe('a step', () => {
  it('is made by one at a time, in the order in which they asked, and others have their turn after each', async () => {
    const places = new Places(() => () => {});
    const made: string[] = [];
    const stepping = ['A', 'B', 'C'].map(async (name) => {
      for (let count = 0; count < 2; count++) {
        await places.step({ name, signal: present() });
        made.push(name);
      }
    });
    const turns: number[] = [];
    for (let turn = 0; turn < 6; turn++) {
      await settle();
      turns.push(made.length);
    }
    await Promise.all(stepping);
    expect(made).toEqual(['A', 'B', 'C', 'A', 'B', 'C']);
    expect(turns).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('is the last one of a client that has gone away', async () => {
    const client = new AbortController();
    const step = new Places().step({ name: 'A', signal: client.signal });
    client.abort();
    await expect(step).rejects.toThrow(ClientGone);
  });
});
