import { digestBytes } from '../reading/digest-record.ts'
import { IrregularRecords } from '../reading/scan-records.ts'

/** Known rows, numbered from 0 in the order of their digests, and which of them the file has. */
interface KnownRecords {
  /** Marks the record as found; returns whether it is known. */
  find(digest: string): boolean
  /** Numbers of the rows that were not found. */
  missing(): number[]
  /** Numbers of the rows that were found more than once. */
  repeated(): number[]
}

/** `bytes` has digests one after the other. */
export function knownRecords(bytes: Uint8Array): KnownRecords {
  const count = bytes.length / digestBytes
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const numbers = new Map<string, number>()
  for (let number = 0; number < count; number += 1)
    numbers.set(buffer.toString('hex', number * digestBytes, (number + 1) * digestBytes), number)
  if (numbers.size < count) throw new IrregularRecords('two listings have one row')
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
