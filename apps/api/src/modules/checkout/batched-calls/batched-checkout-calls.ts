import type pg from 'pg'
import { batchCalls } from '#api/shared/concurrency/batch-calls.ts'
import { callGroupOf } from '#api/shared/concurrency/call-group.ts'
import { toHoldDetails, type HoldDetails, type HoldDetailsRow } from '#api/modules/holds/index.ts'
import type { ListingSnapshotRow } from '#api/modules/orders/index.ts'
import { advanceAttempts, type AdvanceRequest, type AdvanceResult } from './attempt-calls.repo.ts'
import { placeOrders, readOrderInputs, type OrderedAttempt } from './order-calls.repo.ts'
import { toOrderInputs, toPlacement, withNumber, type OrderToPlace } from './order-to-place.ts'
import type { OrderInputs } from '../order-inputs.ts'
import {
  readPurchases,
  startPurchases,
  type ReadPurchaseRequest,
  type PurchaseStart,
  type StartResult,
  type PurchaseInputs,
} from './purchase-calls.repo.ts'

export interface OrderRequest extends OrderedAttempt {
  listingIds: readonly string[]
  /** Possibly outdated; tried first, because it saves a read. */
  orderInputsReadAtStart: OrderInputs | undefined
  /** Composes the order; `undefined` if it can only be placed with its rows locked. */
  compose: (inputs: OrderInputs) => OrderToPlace | undefined
}

/**
 * The stages of a purchase (ADR 0023). Concurrent buyers share the round trip and the commit of each. A call that starts with
 * `try` does nothing if what it rests on has changed since it was read.
 */
export interface BatchedCheckoutCalls {
  readPurchase(request: ReadPurchaseRequest): Promise<PurchaseInputs<HoldDetails, ListingSnapshotRow>>
  tryStartPurchase(start: PurchaseStart): Promise<StartResult>
  tryAdvanceAttempt(request: AdvanceRequest): Promise<AdvanceResult>
  /** Returns the order. `undefined` if nothing was done, because the order must be placed with its rows locked. */
  tryPlaceOrder(request: OrderRequest): Promise<OrderToPlace | undefined>
}

export function createBatchedCheckoutCalls({
  pool,
  config,
}: {
  pool: pg.Pool
  config: { paymentHoldExtensionMinutes: number }
}): BatchedCheckoutCalls {
  const group = callGroupOf(pool)
  const placeInBatch = batchCalls<OrderRequest, { placed: OrderToPlace | undefined }>({
    name: 'checkout: place order',
    conflictKeysOf: ({ attemptId, quoteId, listingIds }) => [
      attemptId,
      ...(quoteId === null ? [] : [quoteId]),
      ...listingIds,
    ],
    call: (requests) => composeAndPlace(pool, requests),
    group,
  })
  return {
    readPurchase: batchCalls({
      name: 'checkout: read purchase',
      conflictKeysOf: () => [],
      async call(requests: readonly ReadPurchaseRequest[]) {
        const purchases = await readPurchases<HoldDetailsRow, ListingSnapshotRow>(pool, requests)
        return purchases.map(({ holds, ...found }) => ({ ...found, holds: holds.map(toHoldDetails) }))
      },
      group,
    }),
    tryStartPurchase: batchCalls({
      name: 'checkout: start purchase',
      conflictKeysOf: ({ attempt, key }: PurchaseStart) => [
        ...attempt.holds.map((hold) => hold.id),
        // Each payment of an account counts for the next one.
        attempt.accountId,
        ...(key ? [`${attempt.teamId} ${key.key}`] : []),
      ],
      call: (starts) => startPurchases(pool, starts, config.paymentHoldExtensionMinutes),
      group,
    }),
    tryAdvanceAttempt: batchCalls({
      name: 'checkout: advance attempt',
      conflictKeysOf: ({ attemptId }: AdvanceRequest) => [attemptId],
      call: (requests) => advanceAttempts(pool, requests),
      group,
    }),
    tryPlaceOrder: async (request) => (await placeInBatch(request)).placed,
  }
}

/** Tries the inputs that were read at the start first; those of the other orders are read now. */
async function composeAndPlace(
  pool: pg.Pool,
  requests: readonly OrderRequest[],
): Promise<{ placed: OrderToPlace | undefined }[]> {
  const placed = await placeComposed(
    pool,
    composeAll(requests, ({ orderInputsReadAtStart }) => orderInputsReadAtStart),
  )
  const others = requests.filter(({ attemptId }) => !placed.has(attemptId))
  try {
    if (others.length > 0) for (const [id, order] of await readAndPlace(pool, others)) placed.set(id, order)
  } catch (error) {
    // Otherwise the placed orders would be retried. The others are placed with their rows locked, which reports the error.
    if (placed.size === 0) throw error
  }
  return requests.map(({ attemptId }) => ({ placed: placed.get(attemptId) }))
}

async function readAndPlace(
  pool: pg.Pool,
  requests: readonly OrderRequest[],
): Promise<Map<string, OrderToPlace>> {
  const rows = await readOrderInputs<HoldDetailsRow, ListingSnapshotRow>(pool, requests)
  const inputs = new Map(rows.map((row) => [row.attempt_id, toOrderInputs(row)]))
  return placeComposed(
    pool,
    composeAll(requests, ({ attemptId }) => inputs.get(attemptId)),
  )
}

function composeAll(
  requests: readonly OrderRequest[],
  inputsOf: (request: OrderRequest) => OrderInputs | undefined,
): OrderToPlace[] {
  return requests.flatMap((request) => {
    const inputs = inputsOf(request)
    try {
      return (inputs && request.compose(inputs)) ?? []
    } catch {
      // Placing it with its rows locked reports the error. Here, it must not fail the orders of other buyers.
      return []
    }
  })
}

/** Returns the placed orders by attempt. */
async function placeComposed(
  pool: pg.Pool,
  composed: readonly OrderToPlace[],
): Promise<Map<string, OrderToPlace>> {
  const numbers = composed.length > 0 ? await placeOrders(pool, composed.map(toPlacement)) : []
  return new Map(
    composed.flatMap((order, index): [string, OrderToPlace][] => {
      const number = numbers[index] ?? null
      return number === null ? [] : [[order.attemptId, withNumber(order, number)]]
    }),
  )
}
