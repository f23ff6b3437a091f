/**
 * Reads zip files by their directory and unpacks with Node's zlib: limited in size, and with each member's checksum
 * compared, because a torn download may still unpack, into other digits.
 */
import { crc32, inflateRawSync } from 'node:zlib';
import { DocumentError } from './provider.ts';

/** The largest workbook is 3.4 MB unpacked, ECB's whole history 2 MB. A file that claims more is refused as a bomb. */
const UNPACKED_BYTES_MAX = 24 * 1024 * 1024;
const MEMBERS_MAX = 1000;

const [LOCAL, CENTRAL, END] = [0x04034b50, 0x02014b50, 0x06054b50] as const;
const END_BYTES = 22;
/** The method of a member: as it is, or deflated. There are others, which nobody uses. */
const [STORED, DEFLATED] = [0, 8] as const;
/** In place of a size: it is in the extra field of zip64. */
const IN_EXTRA = 0xff_ff_ff_ff;

interface Entry {
  readonly name: string;
  readonly method: number;
  readonly checksum: number;
  readonly packed: number;
  readonly size: number;
  readonly at: number;
}

export function isZip(bytes: Uint8Array): boolean {
  return bytes.byteLength > 4 && bufferOf(bytes).readUInt32LE(0) === LOCAL;
}

/**
 * @param isWanted by the name of a member; others are not unpacked
 * @throws DocumentError for a member that is too large or damaged; a RangeError of Node's where an offset is wrong
 */
export function unzip(bytes: Uint8Array, isWanted: (name: string) => boolean): ReadonlyMap<string, Uint8Array> {
  const file = bufferOf(bytes);
  const members = new Map<string, Uint8Array>();
  let size = 0;
  for (const entry of readDirectory(file)) {
    if (!isWanted(entry.name)) continue;
    if (members.has(entry.name)) throw new DocumentError(`the zip has two members with the name ${entry.name}`);
    size += entry.size;
    if (size > UNPACKED_BYTES_MAX) {
      throw new DocumentError(`${entry.name} unpacks to ${size} bytes; the limit is ${UNPACKED_BYTES_MAX}`);
    }
    members.set(entry.name, unpack(file, entry));
  }
  return members;
}

function unpack(file: Buffer, { name, method, checksum, packed, size, at }: Entry): Uint8Array {
  if (file.readUInt32LE(at) !== LOCAL)
    throw new DocumentError('the zip is damaged: a member is not where it should be');
  const start = at + 30 + file.readUInt16LE(at + 26) + file.readUInt16LE(at + 28);
  const content = file.subarray(start, start + packed);
  if (method !== STORED && method !== DEFLATED)
    throw new DocumentError(`${name} uses an unknown compression method: ${method}`);
  // A member that unpacks to more than it says ends here.
  const member = method === STORED ? content : inflateRawSync(content, { maxOutputLength: size + 1 });
  if (member.length !== size || crc32(member) !== checksum) {
    throw new DocumentError(`${name} is damaged: its length or its checksum is wrong`);
  }
  return member;
}

function readDirectory(file: Buffer): readonly Entry[] {
  const end = file.lastIndexOf(Buffer.of(0x50, 0x4b, 0x05, 0x06));
  if (end < 0 || file.length < end + END_BYTES || file.readUInt32LE(end) !== END) {
    throw new DocumentError('the zip has no end: it was truncated');
  }
  const count = file.readUInt16LE(end + 10);
  if (count > MEMBERS_MAX) throw new DocumentError(`the zip has more than ${MEMBERS_MAX} members`);
  const entries: Entry[] = [];
  for (let at = file.readUInt32LE(end + 16); entries.length < count; ) {
    if (file.readUInt32LE(at) !== CENTRAL) throw new DocumentError('the directory of the zip is damaged');
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((field) => file.readUInt16LE(at + field)) as [
      number,
      number,
      number,
    ];
    const extra = file.subarray(at + 46 + nameBytes, at + 46 + nameBytes + extraBytes);
    const fields = toLong(extra, [file.readUInt32LE(at + 24), file.readUInt32LE(at + 20), file.readUInt32LE(at + 42)]);
    const [size = 0, packed = 0, start = 0] = fields;
    const name = file.toString('utf8', at + 46, at + 46 + nameBytes);
    const [method, checksum] = [file.readUInt16LE(at + 10), file.readUInt32LE(at + 16)];
    entries.push({ name, method, checksum, packed, size, at: start });
    at += 46 + nameBytes + extraBytes + commentBytes;
  }
  return entries;
}

/** Size, packed size and place, with those that are in the extra field of zip64 taken from there, in this order. */
function toLong(extra: Buffer, fields: readonly number[]): readonly number[] {
  if (!fields.includes(IN_EXTRA)) return fields;
  if (extra.readUInt16LE(0) !== 1) throw new DocumentError('a size is missing in the directory of the zip');
  let at = 4;
  return fields.map((field) => {
    if (field !== IN_EXTRA) return field;
    at += 8;
    if (extra.readUInt32LE(at - 4) !== 0) throw new DocumentError('a member of more than four gigabytes');
    return extra.readUInt32LE(at - 8);
  });
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
