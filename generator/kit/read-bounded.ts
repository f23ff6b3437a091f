/** The whole of a body. @param what the error names @throws Error if it has more bytes, as one without end has */
export async function readBounded(
  body: AsyncIterable<Uint8Array>,
  bytesMax: number,
  what = 'the answer',
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let left = bytesMax;
  for await (const chunk of body) {
    left -= chunk.length;
    if (left < 0) throw new Error(`${what} has more than ${bytesMax} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
