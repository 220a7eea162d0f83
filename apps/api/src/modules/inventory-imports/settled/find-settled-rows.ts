import type { Db } from '#api/db/client.ts'
import type { WorkTurns } from '#api/shared/concurrency/work-turns.ts'
import { readSettledParts, type SettledScope } from './settled-rows.repo.ts'

/** The profile's listings whose rows are settled, by number, and the others that are on sale. */
export interface SettledRows {
  count: number
  /** In the order of the numbers, 16 bytes each. */
  digests: Uint8Array
  /** All listings of the profile that are on sale. */
  onSale: number
  /** Those that are not settled. */
  unsettled: string[]
  /** The listings with these numbers, which are in ascending order. */
  listingsOf(numbers: readonly number[]): Promise<string[]>
  /** Of all settled listings except those with these numbers, to compare with `readSettledState`. */
  fingerprintWithout(numbers: readonly number[]): Promise<bigint>
}

export async function findSettledRows(db: Db, scope: SettledScope, turns: WorkTurns): Promise<SettledRows> {
  const parts = await readSettledParts(db, scope)
  const settled = parts.filter((part) => part.isSettled)
  const fingerprints = Buffer.concat(settled.map((part) => part.fingerprints))
  const counts = settled.map((part) => part.fingerprints.length / fingerprintBytes)
  const count = fingerprints.length / fingerprintBytes
  return {
    count,
    digests: Buffer.concat(settled.flatMap(({ digests }) => digests ?? [])),
    onSale: parts.reduce((sum, { onSale }) => sum + onSale, 0),
    unsettled: parts.filter((part) => !part.isSettled).flatMap(({ ids }) => ids.split(',')),
    async listingsOf(numbers) {
      let next = 0
      let first = 0
      const found = await turns.map(settled, ({ ids }, at) => {
        const start = next
        const end = first + (counts[at] ?? 0)
        while ((numbers[next] ?? Infinity) < end) next += 1
        const known = next > start ? ids.split(',') : []
        const listings = numbers.slice(start, next).map((number) => known[number - first] ?? '')
        first = end
        return listings
      })
      return found.flat()
    },
    async fingerprintWithout(numbers) {
      const others = new Set(numbers)
      let fingerprint = 0n
      let number = 0
      await turns.map(counts, (countOfPart) => {
        for (const end = number + countOfPart; number < end; number += 1)
          if (!others.has(number)) fingerprint ^= fingerprints.readBigInt64BE(number * fingerprintBytes)
      })
      return fingerprint
    },
  }
}

const fingerprintBytes = 8
