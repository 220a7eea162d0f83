/** Stale-while-revalidate cache for responses that do not depend on the caller. */
export interface TtlCache {
  /** Returns the cached value of the key or the result of `read`; one read at a time per key. */
  get<Value>(key: string, read: () => Promise<Value>): Promise<Value>
}

interface Entry {
  /** Last value and when it was read; absent during the first read. */
  value?: { response: unknown; at: number }
  reading: Promise<unknown> | undefined
}

/** Stale entries are served up to this multiple of `freshMs`; after that, callers wait for the refresh. */
const maxStaleFactor = 5

/**
 * Entries are fresh for `freshMs`; 0 disables the cache. Beyond `entries` keys the least recently used are evicted. A
 * failed read rejects only the callers that waited for it.
 */
export function createTtlCache({ freshMs, maxEntries }: { freshMs: number; maxEntries: number }): TtlCache {
  const entriesByKey = new Map<string, Entry>()

  function refresh(key: string, entry: Entry, read: () => Promise<unknown>): Promise<unknown> {
    const reading = read().then(
      (response) => {
        entry.value = { response, at: performance.now() }
        entry.reading = undefined
        return response
      },
      (error: unknown) => {
        entry.reading = undefined
        if (!entry.value && entriesByKey.get(key) === entry) entriesByKey.delete(key)
        throw error
      },
    )
    entry.reading = reading
    return reading
  }

  async function readThrough(key: string, read: () => Promise<unknown>): Promise<unknown> {
    const entry = entriesByKey.get(key) ?? { reading: undefined }
    // Reinsert as the most recently used.
    entriesByKey.delete(key)
    entriesByKey.set(key, entry)
    const [oldest] = entriesByKey.keys()
    if (entriesByKey.size > maxEntries && oldest !== undefined) entriesByKey.delete(oldest)
    const age = entry.value ? performance.now() - entry.value.at : Number.POSITIVE_INFINITY
    if (entry.value && age < freshMs) return entry.value.response
    const reading = entry.reading ?? refresh(key, entry, read)
    if (!entry.value || age >= freshMs * maxStaleFactor) return reading
    // Background refreshes may fail silently; a caller past the maximum age sees the error.
    reading.catch(() => undefined)
    return entry.value.response
  }

  return {
    // A key always has the same `read`, so the type of its value is known.
    get: <Value>(key: string, read: () => Promise<Value>) =>
      freshMs === 0 ? read() : (readThrough(key, read) as Promise<Value>),
  }
}
