import { hash, hkdfSync, randomBytes } from 'node:crypto'

/** Part of the traces to record, and what decides which. */
export interface SamplingOptions {
  /** From 0 to 1. */
  ratio: number
  /** Secret, and shared by all processes, so that they decide alike. */
  key: string
}

/**
 * Derives the key of the sample from the encryption keys, which all processes share. The oldest decides, because it stays
 * while a new one is rolled out. Without keys, as in the demo, each process has its own.
 */
export function samplingKeyOf(dataKeys: readonly { id: number; key: Buffer }[] | undefined): string {
  const [oldest] = dataKeys?.toSorted((left, right) => left.id - right.id) ?? []
  return oldest
    ? Buffer.from(hkdfSync('sha256', oldest.key, '', 'terrace sample of traces', 32)).toString('hex')
    : randomBytes(32).toString('hex')
}

/**
 * Whether the trace is recorded. Its id decides, so that all its calls are recorded or none; the key keeps callers, who
 * choose the id, from choosing the answer. A trace without an id is drawn by chance.
 */
export function isInSample(traceId: string | undefined, { ratio, key }: SamplingOptions): boolean {
  if (ratio >= 1) return true
  if (ratio <= 0) return false
  // Almost every request asks, and one hash takes a fifth of the time of an HMAC. No one sees the digest.
  const drawn =
    traceId === undefined
      ? Math.random()
      : Number.parseInt(hash('sha256', key + traceId).slice(0, 8), 16) / 2 ** 32
  return drawn < ratio
}
