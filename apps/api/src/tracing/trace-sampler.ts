import { createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** Part of the traces to record, and what decides which. */
export interface SamplingOptions {
  /** From 0 to 1. */
  ratio: number
  /** Shared by all processes, so that they decide alike. */
  key: Buffer
}

/**
 * Derives the key of the sample from the encryption keys, which all processes share. The oldest decides, because it stays
 * while a new one is rolled out. Without keys, as in the demo, each process has its own.
 */
export function samplingKeyOf(dataKeys: readonly { id: number; key: Buffer }[] | undefined): Buffer {
  const [oldest] = dataKeys?.toSorted((left, right) => left.id - right.id) ?? []
  return oldest
    ? Buffer.from(hkdfSync('sha256', oldest.key, '', 'terrace sample of traces', 32))
    : randomBytes(32)
}

/**
 * Whether the trace is recorded. Its id decides, so that all its calls are recorded or none; the key keeps callers, who
 * choose the id, from choosing the answer. A trace without an id is drawn by chance.
 */
export function isInSample(traceId: string | undefined, { ratio, key }: SamplingOptions): boolean {
  if (ratio >= 1) return true
  if (ratio <= 0) return false
  const drawn =
    traceId === undefined
      ? Math.random()
      : createHmac('sha256', key).update(traceId).digest().readUInt32BE() / 2 ** 32
  return drawn < ratio
}
