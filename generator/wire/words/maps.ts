/** What a map has under a key, or else what is made now and put there, as Map.getOrInsertComputed will do some day. */

interface MapLike<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
}

export function getOrInsert<Key, Value>(map: MapLike<Key, Value>, key: Key, make: () => Value): Value {
  const found = map.get(key);
  if (found !== undefined) return found;
  const value = make();
  map.set(key, value);
  return value;
}
