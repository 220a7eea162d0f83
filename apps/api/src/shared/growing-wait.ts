const firstSeconds = 60
const longestSeconds = 3600

/** Attempts within a day that count, and when the latest of them was. */
export interface CountedAttempts {
  count: number
  latest: Date | null
}

/**
 * Seconds until the next attempt is allowed: none for the first `free` ones, then 1 minute after the latest, 2, 4 … up
 * to an hour.
 */
export function growingWaitSeconds({ count, latest }: CountedAttempts, free: number, now: Date): number {
  if (count < free || latest === null) return 0
  const seconds = Math.min(longestSeconds, firstSeconds * 2 ** Math.min(count - free, 10))
  return Math.max(0, Math.ceil(seconds - (now.getTime() - latest.getTime()) / 1000))
}
