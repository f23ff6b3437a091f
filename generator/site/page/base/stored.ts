/** A browser may forbid storage, as it does in some private windows: then nothing is kept, and the answer is null. */
export function stored<Value>(act: () => Value): Value | null {
  try {
    return act();
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}
