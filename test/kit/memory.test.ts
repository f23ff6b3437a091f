import { describe, expect, it } from 'vitest';
import { DamagedMemory, Memory, objectsIn } from '../../generator/kit/memory.ts';
import { hashOf } from '../../generator/wire/words/hash.ts';

const LONG = 'level '.repeat(1000);

/** As in the folder of a tree: objects by their hash, and the index that the pointer names. */
interface Place {
  readonly objects: Map<string, Buffer>;
  index: string | null;
}

const newPlace = (): Place => ({ objects: new Map(), index: null });

function open({ objects, index }: Place, scope = 'tree'): Memory {
  return new Memory(index, scope, {
    read: (sha256) => objects.get(sha256) ?? null,
    write: (sha256, bytes) => objects.set(sha256, bytes),
  });
}

/** Does what a run does, and leaves what it remembers. */
function run<Result>(place: Place, work: (memory: Memory) => Result, scope = 'tree'): Result {
  const memory = open(place, scope);
  const result = work(memory);
  place.index = memory.end();
  return result;
}

/** What the index in force leads to, itself included, by hash. */
function namedIn({ objects, index }: Place): ReadonlyMap<string, string> {
  const text = `${objects.get(index ?? '')}`;
  return new Map([...objectsIn(text), index ?? ''].map((sha256) => [sha256, `${objects.get(sha256)}`]));
}

/** The text, made or remembered, and whether it had to be made. */
function ask(memory: Memory, name: string, key: string, text: string) {
  let isMade = false;
  const found = memory.remember(name, key, () => {
    isMade = true;
    return text;
  });
  return { found, isMade };
}

describe('what a run remembers', () => {
  it.each(['', 'a line', 'Zürich\tand more', LONG])('is not made again under the same key: %s', (text) => {
    const place = newPlace();
    expect(run(place, (memory) => ask(memory, 'a', '1', text))).toEqual({ found: text, isMade: true });
    expect(run(place, (memory) => ask(memory, 'a', '1', 'other'))).toEqual({ found: text, isMade: false });
    expect(run(place, (memory) => ask(memory, 'a', '2', 'other'))).toEqual({ found: 'other', isMade: true });
    expect(run(place, (memory) => memory.before('a'))).toBe('other');
  });

  it.each(['short', LONG])('is forgotten by a run that did not ask for it, and by the next one', (text) => {
    const place = newPlace();
    run(place, (memory) => memory.note('a', '1', text));
    expect(run(place, (memory) => memory.names(''))).toEqual(['a']);
    expect(run(place, (memory) => memory.isEmpty)).toBe(true);
    expect([...namedIn(place).keys()]).toEqual([place.index]);
  });

  it('lies in objects that are named by their hash, long texts in objects of their own', () => {
    const place = newPlace();
    run(place, (memory) => {
      memory.note('a', '1', 'text');
      memory.note('b', '1', LONG);
    });
    expect([...place.objects].map(([sha256, bytes]) => [sha256, hashOf(bytes)])).toEqual(
      [...place.objects.keys()].map((sha256) => [sha256, sha256]),
    );
    expect([...namedIn(place).keys()].sort()).toEqual([...place.objects.keys()].sort());
    expect([...namedIn(place).values()]).toContain(LONG);
  });

  it('has the same objects in whatever order it was noted', () => {
    const noted = (names: readonly string[]) => {
      const place = newPlace();
      run(place, (memory) => {
        for (const name of names) memory.note(name, name, LONG);
      });
      return { index: place.index, objects: [...place.objects].sort() };
    };
    expect(noted(['a', 'b', 'c'])).toEqual(noted(['c', 'a', 'b']));
  });

  it('counts in its own scope only', () => {
    const place = newPlace();
    run(place, (memory) => memory.note('a', '1', 'text'));
    expect(run(place, (memory) => memory.isEmpty, 'another tree')).toBe(true);
  });

  it('is one line, so that no text can be taken for another entry', () => {
    expect(() => new Memory().note('a', '1', 'text\nb\t1\t\tother')).toThrow(TypeError);
  });
});

describe('damaged memory', () => {
  const written = (): Place => {
    const place = newPlace();
    run(place, (memory) => {
      memory.note('a', '1', 'text');
      memory.note('b', '1', LONG);
    });
    return place;
  };
  const edit = ({ objects }: Place, sha256: string, change: (text: string) => string) => {
    objects.set(sha256, Buffer.from(change(`${objects.get(sha256)}`)));
  };

  it.each<[string, (text: string) => string]>([
    ['empty', () => ''],
    ['cut off', (text) => text.slice(0, -1)],
    ['cut off after a line', (text) => text.slice(0, text.indexOf('\n') + 1)],
    ['longer', (text) => `${text}\n`],
    ['edited', (text) => text.replace('text', 'tent')],
    ['another file', () => 'ratetree\n'],
  ])('is empty where its index is %s', (_, change) => {
    const place = written();
    edit(place, place.index ?? '', change);
    expect(run(place, (memory) => ask(memory, 'a', '1', 'made'))).toEqual({ found: 'made', isMade: true });
  });

  it('is empty where its index is missing', () => {
    const place = written();
    place.objects.delete(place.index ?? '');
    expect(open(place).isEmpty).toBe(true);
  });

  it.each<[string, (place: Place) => void]>([
    ['missing', ({ objects }) => objects.delete(hashOf(LONG))],
    ['edited', (place) => edit(place, hashOf(LONG), (text) => text.replace('l', 'L'))],
  ])('says so where the object of a text is %s', (_, damage) => {
    const place = written();
    damage(place);
    const memory = open(place);
    expect(memory.before('a')).toBe('text');
    expect(() => memory.before('b')).toThrow(DamagedMemory);
  });
});
