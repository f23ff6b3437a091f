/** The progress that long commands show, with a clock of its own. */
import { describe, expect, it } from 'vitest';
import { Progress } from '../../generator/kit/progress.ts';

/** What is shown if a thousand things are done, a fixed number of them each second. */
function shown(isTTY: boolean, perSecond: number, firstDone = 0): readonly string[] {
  const texts: string[] = [];
  let second = 0;
  const output = { isTTY, write: (text: string) => texts.push(text) };
  const progress = new Progress(output, () => second * 1000, 'objects');
  for (let done = firstDone; done < 1000; done += perSecond, second++) progress.step('files', done, 1000);
  progress.step('files', 1000, 1000);
  return texts;
}

describe('progress', () => {
  it('elsewhere than on a terminal is a line every ten seconds, with the rate and the time that is left', () => {
    expect(shown(false, 10)).toEqual([
      ...[10, 20, 30, 40, 50, 60, 70, 80, 90].map((second) => {
        const left = 100 - second;
        return `files: ${second * 10} of 1000 objects, 10/s, ${left < 60 ? `${left} s` : `1 min ${left - 60} s`} left\n`;
      }),
      'files: 1000 objects in 1 min 40 s, 10/s\n',
    ]);
  });

  it('of a short part is one line', () => {
    expect(shown(false, 500)).toEqual(['files: 1000 objects\n']);
  });

  it('on a terminal is one line that is drawn again each second, and removed at the end', () => {
    const texts = shown(true, 100);
    expect(texts.filter((text) => text.includes('\n'))).toEqual([]);
    expect(texts.at(-2)).toBe(`\r\x1b[K${'█'.repeat(22)}░░ files 900/1000, 100/s, 1 s left`);
    expect(texts.at(-1)).toBe('\r\x1b[K');
  });

  it('does not take for fast what was done before it began', () => {
    expect(shown(false, 10, 800)).toEqual([
      'files: 900 of 1000 objects, 10/s, 10 s left\n',
      'files: 1000 objects in 20 s, 10/s\n',
    ]);
  });

  it('tells hours and minutes of what takes long', () => {
    const texts: string[] = [];
    let ms = 0;
    const progress = new Progress({ write: (text) => texts.push(text) }, () => ms);
    progress.step('a', 0, 100_000);
    ms = 20_000;
    progress.step('a', 200, 100_000);
    expect(texts).toEqual(['a: 200 of 100000 dates, 10/s, 2 h 46 min left\n']);
  });
});
