/** A function that works out the value of a key when it is first asked for, and keeps it. */
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
