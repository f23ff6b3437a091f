/** A function that works out the value of a key when it is first asked for, and keeps it. */
import { getOrInsert } from '../wire/words/maps.ts';

export function remembered<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => getOrInsert(known, key, () => make(key));
}
