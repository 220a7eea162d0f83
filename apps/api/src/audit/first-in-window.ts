const mostKeys = 10_000

/**
 * True for a key at its first time, and again when `windowMs` have passed since: a flood of the same refusal is one
 * record and not as many as somebody cares to send. Per process; keeps a bounded number of keys.
 */
export function firstInWindow(windowMs: number): (key: string) => boolean {
  const ends = new Map<string, number>()
  return (key) => {
    const now = performance.now()
    if ((ends.get(key) ?? 0) > now) return false
    if (ends.size >= mostKeys) for (const [old, end] of ends) if (end <= now) ends.delete(old)
    // All of them still run: then what comes is told once too often rather than never.
    if (ends.size >= mostKeys) ends.clear()
    ends.set(key, now + windowMs)
    return true
  }
}
