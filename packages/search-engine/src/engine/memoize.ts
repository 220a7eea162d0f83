/** The value of a key, made when it is missing. A full map is emptied: what is in use soon comes back. */
export function getOrMake<Key, Value>(
  values: Map<Key, Value>,
  key: Key,
  make: () => Value,
  maxEntries = Number.POSITIVE_INFINITY,
): Value {
  const known = values.get(key)
  // Only `make` writes undefined.
  if (known !== undefined || values.has(key)) return known as Value
  if (values.size >= maxEntries) values.clear()
  const value = make()
  values.set(key, value)
  return value
}

/** Remembers the value for each key. */
export function memoize<Key, Value>(
  make: (key: Key) => Value,
  maxEntries = Number.POSITIVE_INFINITY,
): (key: Key) => Value {
  const values = new Map<Key, Value>()
  return (key) => {
    const known = values.get(key)
    // Most values are defined and known, and need no second look.
    return known === undefined ? getOrMake(values, key, () => make(key), maxEntries) : known
  }
}

/** Remembers the value for each object as long as the object exists. */
export function memoizeByObject<Key extends object, Value extends object>(
  make: (key: Key) => Value,
): (key: Key) => Value {
  const values = new WeakMap<Key, Value>()
  return (key) => {
    const known = values.get(key)
    if (known) return known
    const value = make(key)
    values.set(key, value)
    return value
  }
}
