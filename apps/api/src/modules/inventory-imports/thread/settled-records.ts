import { digestBytes } from '../reading/digest-record.ts'

/** Settled rows, numbered from 0 in the order of their digests, and which of them the file has. */
interface SettledRecords {
  /** Marks the record as found; returns whether it is settled. */
  find(digest: string): boolean
  /** Numbers of the rows that were not found. */
  missing(): number[]
  /** Numbers of the rows that were found more than once. */
  repeated(): number[]
}

/** `bytes` has digests one after the other. */
export function settledRecords(bytes: Uint8Array): SettledRecords {
  const count = bytes.length / digestBytes
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const numbers = new Map<string, number>()
  const ambiguous: string[] = []
  for (let number = 0; number < count; number += 1) {
    const digest = buffer.toString('hex', number * digestBytes, (number + 1) * digestBytes)
    if (numbers.has(digest)) ambiguous.push(digest)
    numbers.set(digest, number)
  }
  // Which listing the row means is found by reading it.
  for (const digest of ambiguous) numbers.delete(digest)
  const found = new Uint8Array(count)
  const numbersFound = (times: number) => [...found.keys()].filter((number) => found[number] === times)
  return {
    find(digest) {
      const number = numbers.get(digest)
      if (number === undefined) return false
      found[number] = found[number] === 0 ? 1 : 2
      return true
    },
    missing: () => numbersFound(0),
    repeated: () => numbersFound(2),
  }
}
