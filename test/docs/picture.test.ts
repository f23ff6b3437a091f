/** The pictures of the README show the page of this version, and are what people with light and dark screens see. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot, readVersion } from '../../generator/kit/package.ts';
import { PICTURES } from '../../scripts/dev/docs-html.ts';
import { readMarkdown } from '../support/kit/markdown.ts';

const KILOBYTES_MAX = 60;

describe.each(PICTURES)('docs/%s', (name) => {
  const picture = readFileSync(join(packageRoot(), 'docs', name));

  it('was taken of this version: take it again with scripts/docs/picture.ts', () => {
    expect(/xmp:CreatorTool="Ratetree ([^"]+)"/.exec(picture.toString('latin1'))?.[1]).toBe(readVersion());
  });

  it('is a whole WebP that is soon loaded, and README shows it', () => {
    expect([picture.toString('latin1', 0, 4), picture.readUInt32LE(4) + 8]).toEqual(['RIFF', picture.length]);
    expect(picture.length).toBeLessThan(KILOBYTES_MAX * 1024);
    expect(readMarkdown('README.md').text).toContain(`"docs/${name}"`);
  });
});
