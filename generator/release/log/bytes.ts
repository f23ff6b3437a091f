/** Bytes as texts, and texts as bytes or sizes. */

export function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

/** No bytes for a text that is not base64. */
export function fromBase64(text: string): Uint8Array {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch (error) {
    if (error instanceof DOMException) return new Uint8Array();
    throw error;
  }
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function toText(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

export function fromText(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

export function isEqual(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, place) => byte === right[place]);
}

export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Sizes of a log, and places in it, as texts. The caller has seen that they are digits, and how many. */
export function toSize(digits: string): number {
  return Number.parseInt(digits, 10);
}
