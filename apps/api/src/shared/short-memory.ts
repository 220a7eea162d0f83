/** Answers that are the same for everybody, kept for a moment: who asks again gets the last one, and it is renewed behind. */
export interface ShortMemory {
  /** What `read` gave for this key lately; one reading at a time for each key. */
  get<Value>(key: string, read: () => Promise<Value>): Promise<Value>
}

interface Entry {
  /** The last answer, and when it came; none while the first reading is under way. */
  value?: { answer: unknown; at: number }
  reading: Promise<unknown> | undefined
}

/** An answer may be this many times as old as it is fresh, while a new one is read: then one waits for the new one. */
const usableTimes = 5

/**
 * Answers are fresh for `freshMs`, with 0 nothing is kept. At most `entries` keys; those that were asked for longest ago
 * are forgotten. A failed reading is nobody's answer but of those who waited for it.
 */
export function createShortMemory({ freshMs, entries }: { freshMs: number; entries: number }): ShortMemory {
  const known = new Map<string, Entry>()

  function renew(key: string, entry: Entry, read: () => Promise<unknown>): Promise<unknown> {
    const reading = read().then(
      (answer) => {
        entry.value = { answer, at: performance.now() }
        entry.reading = undefined
        return answer
      },
      (error: unknown) => {
        entry.reading = undefined
        if (!entry.value && known.get(key) === entry) known.delete(key)
        throw error
      },
    )
    entry.reading = reading
    return reading
  }

  async function answerTo(key: string, read: () => Promise<unknown>): Promise<unknown> {
    const entry = known.get(key) ?? { reading: undefined }
    // Asked for last, so that it is forgotten last.
    known.delete(key)
    known.set(key, entry)
    const [oldest] = known.keys()
    if (known.size > entries && oldest !== undefined) known.delete(oldest)
    const age = entry.value ? performance.now() - entry.value.at : Number.POSITIVE_INFINITY
    if (entry.value && age < freshMs) return entry.value.answer
    const reading = entry.reading ?? renew(key, entry, read)
    if (!entry.value || age >= freshMs * usableTimes) return reading
    // Whoever asks when it is too old to be used is told of the failure.
    reading.catch(() => undefined)
    return entry.value.answer
  }

  return {
    // What is kept under a key is what its own `read` gave: a key stands for one question.
    get: <Value>(key: string, read: () => Promise<Value>) =>
      freshMs === 0 ? read() : (answerTo(key, read) as Promise<Value>),
  }
}
