import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { DocumentError } from '../../generator/sources/feeds/provider.ts';
import { isZip, unzip } from '../../generator/sources/feeds/zip.ts';

const TEXT = 'Date;USD\n2026-03-02;1.1746\n'.repeat(50);
const all = (_name: string) => true;
const zip = (level: 0 | 9 = 9) => zipSync({ 'a.csv': strToU8(TEXT), 'b/c.txt': strToU8('1.25') }, { level });
const texts = (bytes: Uint8Array, isWanted = all) =>
  [...unzip(bytes, isWanted)].map(([name, member]) => `${name} ${new TextDecoder().decode(member)}`);

/** The zip with a number of its directory replaced: the size of the first member is at 24, its checksum at 16. */
function withField(at: number, value: number, bytes = zip()): Uint8Array {
  const file = Buffer.from(bytes);
  file.writeUInt32LE(value, file.indexOf(Buffer.of(0x50, 0x4b, 1, 2)) + at);
  return file;
}

/** The same zip with the sizes and the place of its first member in an extra field, as zip64 has them. */
function inZip64(bytes: Uint8Array): Uint8Array {
  const file = Buffer.from(bytes);
  const at = file.indexOf(Buffer.of(0x50, 0x4b, 1, 2));
  const extra = Buffer.alloc(28);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(24, 2);
  for (const [index, field] of [24, 20, 42].entries()) {
    extra.writeUInt32LE(file.readUInt32LE(at + field), 4 + index * 8);
    file.writeUInt32LE(0xff_ff_ff_ff, at + field);
  }
  file.writeUInt16LE(extra.length, at + 30);
  const end = at + 46 + file.readUInt16LE(at + 28);
  return Buffer.concat([file.subarray(0, end), extra, file.subarray(end)]);
}

describe('a zip file', () => {
  it.each([0, 9] as const)('has its members as they were, packed at level %i', (level) => {
    expect(isZip(zip(level))).toBe(true);
    expect(texts(zip(level))).toEqual([`a.csv ${TEXT}`, 'b/c.txt 1.25']);
    expect(texts(zip(level), (name) => name.startsWith('b'))).toEqual(['b/c.txt 1.25']);
  });

  it('may have the sizes of zip64', () => expect(texts(inZip64(zip()))).toEqual([`a.csv ${TEXT}`, 'b/c.txt 1.25']));

  it.each([
    ['was cut', zip().subarray(0, -30), 'no end'],
    ['claims to unpack to more than 24 MB', withField(24, 2 ** 31), 'the limit is'],
    ['unpacks to more than it claims', withField(24, 100), 'larger than'],
    ['unpacks to less than it claims', withField(24, TEXT.length + 1), 'damaged'],
    ['has another checksum', withField(16, 1), 'its length or its checksum'],
    ['points beside its members', withField(42, 7), 'not where it should be'],
    ['has lost bytes in the middle', Buffer.concat([zip().subarray(0, 60), zip().subarray(63)]), 'damaged'],
    ['is packed in a way that we do not know', withField(10, 12), 'unknown compression method: 12'],
  ])('is refused if it %s', (_, bytes, fault) => expect(() => unzip(bytes, all)).toThrow(fault));

  it('is refused if one digit of a member was changed', () => {
    const stored = Buffer.from(zip(0));
    stored.write('9', stored.indexOf('1.1746') + 2);
    expect(() => unzip(stored, all)).toThrow(DocumentError);
  });
});
