/** Turns the bytes of an answer into text, and what a library throws about it into the document's fault. */
import { DocumentError, type FeedAnswer } from './provider.ts';

/**
 * The encoding is taken from a byte order mark, else from the XML declaration, else from the content type, which comes
 * last because many servers declare a wrong one.
 * @throws DocumentError for a document above the bound, and for bytes that belong to no character where a figure may be
 */
export function decode({ bytes, contentType }: FeedAnswer, bytesMax: number): string {
  if (bytes.byteLength > bytesMax)
    throw new DocumentError(`the document has ${bytes.byteLength} bytes; the limit for its kind is ${bytesMax}`);
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 200)).toString('latin1');
  const marked = start.startsWith('\xef\xbb\xbf') ? 'utf-8' : undefined;
  const declared = /^\s*<\?xml[^>]*\sencoding=["']([\w-]+)["']/.exec(start)?.[1];
  const served = /charset="?([\w-]+)/i.exec(contentType)?.[1];
  const encoding = marked ?? declared ?? served ?? 'utf-8';
  return parsed(() => withoutStrayBytes(new TextDecoder(encoding).decode(bytes)));
}

/**
 * A byte that is in no character of the encoding becomes U+FFFD. The banks of Australia and Denmark have one in a name
 * now and then, where it does no harm. Beside a digit it may have been one, and several in a row are no misprint.
 */
function withoutStrayBytes(document: string): string {
  const place = document.search(/\ufffd{2}|\d[.,]?\ufffd|\ufffd[.,]?\d/);
  if (place < 0) return document;
  const around = document.slice(Math.max(0, place - 20), place + 20).replaceAll(/\s+/g, ' ');
  throw new DocumentError(`a byte that belongs to no character, where a figure may be: ${JSON.stringify(around)}`);
}

/**
 * Calls a library to parse a document. Whatever the library throws, a stack overflow included, is the document's fault.
 */
export function parsed<Value>(parse: () => Value): Value {
  try {
    return parse();
  } catch (cause) {
    if (cause instanceof DocumentError) throw cause;
    throw new DocumentError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
