import { describe, expect, it } from 'vitest';
import { DamagedMemory, Memory } from '../../generator/kit/memory.ts';

const LONG = 'level '.repeat(1000);
/** As in the folder of a tree. */
type Files = Map<string, Buffer>;

/** Does what a run does, and writes what it leaves. */
function run<Result>(files: Files, work: (memory: Memory) => Result, scope = 'tree'): Result {
  const memory = new Memory((name) => files.get(name) ?? null, scope);
  const result = work(memory);
  for (const { name, bytes } of [...memory.take(), ...memory.end(scope)]) {
    if (bytes === null) files.delete(name);
    else files.set(name, bytes);
  }
  return result;
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
    const files: Files = new Map();
    expect(run(files, (memory) => ask(memory, 'a', '1', text))).toEqual({ found: text, isMade: true });
    expect(run(files, (memory) => ask(memory, 'a', '1', 'other'))).toEqual({ found: text, isMade: false });
    expect(run(files, (memory) => ask(memory, 'a', '2', 'other'))).toEqual({ found: 'other', isMade: true });
    expect(run(files, (memory) => memory.before('a'))).toBe('other');
  });

  it.each(['short', LONG])('is forgotten by a run that did not ask for it, and by the next one', (text) => {
    const files: Files = new Map();
    run(files, (memory) => memory.note('a', '1', text));
    expect(run(files, (memory) => memory.names(''))).toEqual(['a']);
    expect(run(files, (memory) => memory.isEmpty)).toBe(true);
    expect([...files.keys()]).toEqual(['index']);
  });

  it('has the same files in whatever order it was noted', () => {
    const noted = (names: readonly string[]) => {
      const files: Files = new Map();
      run(files, (memory) => {
        for (const name of names) memory.note(name, name, LONG);
      });
      return [...files].sort();
    };
    expect(noted(['a', 'b', 'c'])).toEqual(noted(['c', 'a', 'b']));
  });

  it('counts in its own scope only', () => {
    const files: Files = new Map();
    run(files, (memory) => memory.note('a', '1', 'text'));
    expect(run(files, (memory) => memory.isEmpty, 'another tree')).toBe(true);
  });

  it('is one line, so that no text can be taken for another entry', () => {
    expect(() => new Memory().note('a', '1', 'text\nb\t1\t\tother')).toThrow(TypeError);
  });
});

describe('damaged memory', () => {
  const written = (): Files => {
    const files: Files = new Map();
    run(files, (memory) => {
      memory.note('a', '1', 'text');
      memory.note('b', '1', LONG);
    });
    return files;
  };

  it.each<[string, (text: string) => string]>([
    ['empty', () => ''],
    ['cut off', (text) => text.slice(0, -1)],
    ['cut off after a line', (text) => text.slice(0, text.indexOf('\n') + 1)],
    ['longer', (text) => `${text}\n`],
    ['edited', (text) => text.replace('text', 'tent')],
    ['another file', () => 'ratetree\n'],
  ])('is empty where its index is %s', (_, edit) => {
    const files = written();
    files.set('index', Buffer.from(edit(`${files.get('index')}`)));
    expect(run(files, (memory) => ask(memory, 'a', '1', 'made'))).toEqual({ found: 'made', isMade: true });
  });

  it.each<[string, (files: Files) => void]>([
    ['missing', (files) => files.delete('b')],
    ['edited', (files) => files.set('b', Buffer.from(LONG.replace('l', 'L')))],
  ])('says so where the file of a text is %s', (_, damage) => {
    const files = written();
    damage(files);
    const memory = new Memory((name) => files.get(name) ?? null, 'tree');
    expect(memory.before('a')).toBe('text');
    expect(() => memory.before('b')).toThrow(DamagedMemory);
  });
});
