/** Functions that work out a value when it is first asked for, and hold it. */

export function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}

export function remembered<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const held = new Map<Key, Value>();
  return (key) => {
    const found = held.get(key);
    if (found !== undefined) return found;
    const made = make(key);
    held.set(key, made);
    return made;
  };
}
