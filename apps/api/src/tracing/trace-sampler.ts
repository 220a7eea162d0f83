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
 * while a new one is rolled out. Without keys, each process has its own.
 */
export function samplingKeyOf(dataKeys: readonly { id: number; key: Buffer }[] | undefined): string {
  const [oldest] = dataKeys?.toSorted((left, right) => left.id - right.id) ?? []
  return oldest
    ? Buffer.from(hkdfSync('sha256', oldest.key, '', 'terrace sample of traces', 32)).toString('hex')
    : randomBytes(32).toString('hex')
}

/**
 * Decides whether a trace is recorded. Its id decides, so that all its calls are recorded or none; the key keeps callers, who
 * choose the id, from predicting the result. A trace without an id is drawn by chance.
 */
export function createSampler({ ratio, key }: SamplingOptions): (traceId: string | undefined) => boolean {
  if (ratio >= 1) return () => true
  if (ratio <= 0) return () => false
  const seed = Number.parseInt(hash('sha256', key).slice(0, 8), 16)
  const limit = ratio * 2 ** 32
  return (traceId) => (traceId === undefined ? Math.random() * 2 ** 32 : mix(traceId, seed)) < limit
}

/**
 * 32 bits that depend on the seed and on every digit of the id: FNV-1a, then the last steps of MurmurHash3. Not cryptographic,
 * which would take ten times as long for almost every request: callers who find out the seed are limited in other ways.
 */
function mix(traceId: string, seed: number): number {
  let mixed = seed
  for (let index = 0; index < traceId.length; index += 1)
    mixed = Math.imul(mixed ^ traceId.charCodeAt(index), 0x01000193)
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
