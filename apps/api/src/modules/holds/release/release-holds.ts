import type pg from 'pg'
import type { AppError } from '#api/shared/app-error.ts'
import { idempotencyErrors, type IdempotencyKey } from '#api/shared/idempotency.ts'
import type { ReleasedLine } from '../hold.ts'
import { holdErrors, releaseLineErrors } from '../holds.errors.ts'
import { releaseHoldBatch, type ReleaseHoldsResult, type ReleaseHoldsRequest } from '../holds.repo.ts'
import { batchCalls } from '#api/shared/concurrency/batch-calls.ts'
import { callGroupOf } from '#api/shared/concurrency/call-group.ts'

export interface ReleaseItem {
  holdId: string
  quantity: number
}

export interface ReleaseHoldsInput {
  teamId: string
  items: readonly ReleaseItem[]
  key?: IdempotencyKey | undefined
}

/**
 * Creates the command that releases all items of a request or none (product.md §4) and returns one line per item, in
 * order. Items for one hold are merged. A partial release must leave a quantity that could be bought; under
 * "Sell In Multiples", the released part must also be a multiple of the unit.
 */
export function createReleaseHolds({
  pool,
}: {
  pool: pg.Pool
}): (request: ReleaseHoldsInput) => Promise<ReleasedLine[]> {
  const callBatched = batchCalls<ReleaseHoldsRequest, ReleaseHoldsResult>({
    name: 'holds: release holds',
    conflictKeysOf: ({ teamId, parts }) => [teamId, ...parts.map((part) => part.holdId)],
    async call(requests) {
      const results = await releaseHoldBatch(pool, requests)
      // `undefined`: batchCalls sends the request again, alone.
      return results.map((result) => (result.retry_alone ? undefined : result))
    },
    group: callGroupOf(pool),
  })

  return async ({ teamId, items, key }) => {
    const parts = mergeItems(items)
    const result = await callBatched({
      teamId,
      parts: [...parts].map(([holdId, quantity]) => ({ holdId, quantity })),
      key,
    })
    if (!result.released) throw toReleaseError(result, items)
    const released = new Map(result.released.map((line) => [line.hold_id, line]))
    return items.map(({ holdId, quantity }) => {
      const line = released.get(holdId)
      if (!line) throw new Error(`release_holds returned no result for ${holdId}`)
      return { holdId, eventId: line.event_id, released: quantity, remaining: line.remaining }
    })
  }
}

/** Adds up the quantities of items for the same hold. */
export function mergeItems(items: readonly ReleaseItem[]): Map<string, number> {
  const parts = new Map<string, number>()
  for (const { holdId, quantity } of items) parts.set(holdId, (parts.get(holdId) ?? 0) + quantity)
  return parts
}

/** The error for a rejected request, with one line per rejected item. */
export function toReleaseError(
  result: Pick<ReleaseHoldsResult, 'rejected' | 'key_reused'>,
  items: readonly ReleaseItem[],
): AppError {
  if (result.key_reused) return idempotencyErrors.make('idempotency.key_reused')
  const rejectedLines = new Map((result.rejected ?? []).map((line) => [line.hold_id, line]))
  const lines = items.flatMap(({ holdId }, index) => {
    const line = rejectedLines.get(holdId)
    return line ? [{ index, ...line, title: releaseLineErrors[line.code] }] : []
  })
  const [first] = lines
  return holdErrors.make('hold.release_rejected', {
    ...(first?.title !== undefined && { title: first.title }),
    details: { lines },
  })
}
