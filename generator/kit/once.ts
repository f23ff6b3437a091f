/** Functions that work out a value when it is first asked for, and keep it. */

export function once<Value>(make: () => Value): () => Value {
  let value: Value | undefined;
  return () => (value ??= make());
}

export function remembered<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const values = new Map<Key, Value>();
  return (key) => {
    const cached = values.get(key);
    if (cached !== undefined) return cached;
    const value = make(key);
    values.set(key, value);
    return value;
  };
}
