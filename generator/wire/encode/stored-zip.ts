/**
 * A zip with one member, which is stored as it is: what a compressor makes differs from one version of it to the next,
 * and equal trees have equal bytes on every machine. For the same reason the member has the first time that a zip knows.
 */
import { crc32 } from 'node:zlib';

const [LOCAL, CENTRAL, END] = [0x04034b50, 0x02014b50, 0x06054b50] as const;
const VERSION = 20;
/** The name is in UTF-8. */
const FLAGS = 0x0800;
/** 1 January 1980, midnight. */
const [TIME, DATE] = [0, 0x21] as const;

export function storedZip(name: string, content: Buffer): Buffer {
  const path = Buffer.from(name);
  // What both headers of the member say: method, time, checksum, both sizes, and the lengths of name and extra field.
  const facts = Buffer.alloc(24);
  facts.writeUInt16LE(VERSION, 0);
  facts.writeUInt16LE(FLAGS, 2);
  facts.writeUInt16LE(TIME, 6);
  facts.writeUInt16LE(DATE, 8);
  facts.writeUInt32LE(crc32(content), 10);
  facts.writeUInt32LE(content.length, 14);
  facts.writeUInt32LE(content.length, 18);
  facts.writeUInt16LE(path.length, 22);
  const local = Buffer.concat([signed(LOCAL), facts, Buffer.alloc(2), path]);
  const madeBy = Buffer.from([VERSION, 0]);
  // Of comment, disk, attributes and the place of the member, which is the start, there is nothing to say.
  const central = Buffer.concat([signed(CENTRAL), madeBy, facts, Buffer.alloc(16), path]);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length + content.length, 16);
  return Buffer.concat([local, content, central, end]);
}

function signed(signature: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(signature, 0);
  return bytes;
}
