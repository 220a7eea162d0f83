const maxKeys = 10_000

/**
 * True for the first call with a key and again after `windowMs`, so a flood of identical rejections creates one
 * record. Per process, with a bounded number of keys.
 */
export function firstInWindow(windowMs: number): (key: string) => boolean {
  const ends = new Map<string, number>()
  return (key) => {
    const now = performance.now()
    if ((ends.get(key) ?? 0) > now) return false
    if (ends.size >= maxKeys) for (const [old, end] of ends) if (end <= now) ends.delete(old)
    // All windows are still open: record one event twice rather than none.
    if (ends.size >= maxKeys) ends.clear()
    ends.set(key, now + windowMs)
    return true
  }
}
