/** Cache limited by total size that evicts the least recently used entries. */
export interface LruCache<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value, size: number): void
  remove(key: string): void
  removeWhere(predicate: (value: Value) => boolean): void
}

export function createLruCache<Value>(maxSize: number): LruCache<Value> {
  // A `Map` iterates in insertion order; entries are reinserted on use.
  const entries = new Map<string, { value: Value; size: number }>()
  let total = 0

  function remove(key: string): void {
    total -= entries.get(key)?.size ?? 0
    entries.delete(key)
  }

  return {
    get(key) {
      const entry = entries.get(key)
      if (!entry) return undefined
      entries.delete(key)
      entries.set(key, entry)
      return entry.value
    },
    set(key, value, size) {
      remove(key)
      if (size > maxSize) return
      entries.set(key, { value, size })
      total += size
      for (const oldest of entries.keys()) {
        if (total <= maxSize) return
        remove(oldest)
      }
    },
    remove,
    removeWhere(predicate) {
      for (const [key, { value }] of entries) if (predicate(value)) remove(key)
    },
  }
}
