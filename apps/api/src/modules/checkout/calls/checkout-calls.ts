import type pg from 'pg'
import { batchCalls } from '#api/shared/concurrency/batch-calls.ts'
import { callGroupOf } from '#api/shared/concurrency/call-group.ts'
import { toHoldDetails, type HoldDetails, type HoldDetailsRow } from '#api/modules/holds/index.ts'
import type { ListingSnapshotRow } from '#api/modules/orders/index.ts'
import { advanceAttempts, type AttemptMove, type MoveResult } from './attempt-calls.repo.ts'
import { placeOrders, readOrderInputs, type OrderedAttempt } from './order-calls.repo.ts'
import { toOrderFacts, toPlacement, withNumber, type OrderToPlace } from './order-to-place.ts'
import type { OrderFacts } from '../order-facts.ts'
import {
  readPurchases,
  startPurchases,
  type PurchaseQuestion,
  type PurchaseStart,
  type StartResult,
  type StoredFacts,
} from './purchase-calls.repo.ts'

export interface OrderRequest extends OrderedAttempt {
  listingIds: readonly string[]
  /** From the start of the purchase; possibly outdated. */
  knownFacts: OrderFacts | undefined
  /** Composes the order from the facts; `undefined` if these need a decision under locks. */
  compose: (facts: OrderFacts) => OrderToPlace | undefined
}

/** The stages of a purchase (ADR 0023). Concurrent buyers share the round trip and the commit of each. */
export interface CheckoutCalls {
  readPurchase(question: PurchaseQuestion): Promise<StoredFacts<HoldDetails, ListingSnapshotRow>>
  startPurchase(start: PurchaseStart): Promise<StartResult>
  advanceAttempt(move: AttemptMove): Promise<MoveResult>
  /** Returns the order, or `undefined` if the facts need a decision under locks; nothing was done then. */
  placeOrder(request: OrderRequest): Promise<OrderToPlace | undefined>
}

export function createCheckoutCalls({
  pool,
  config,
}: {
  pool: pg.Pool
  config: { paymentHoldExtensionMinutes: number }
}): CheckoutCalls {
  const group = callGroupOf(pool)
  const placeOrder = batchCalls<OrderRequest, { placed: OrderToPlace | undefined }>({
    lockKeysOf: ({ attemptId, quoteId, listingIds }) => [
      attemptId,
      ...(quoteId === null ? [] : [quoteId]),
      ...listingIds,
    ],
    call: (requests) => composeAndPlace(pool, requests),
    group,
  })
  return {
    readPurchase: batchCalls({
      lockKeysOf: () => [],
      async call(questions: readonly PurchaseQuestion[]) {
        const found = await readPurchases<HoldDetailsRow, ListingSnapshotRow>(pool, questions)
        return found.map(({ holds, ...facts }) => ({ ...facts, holds: holds.map(toHoldDetails) }))
      },
      group,
    }),
    startPurchase: batchCalls({
      lockKeysOf: ({ attempt, key }: PurchaseStart) => [
        ...attempt.holds.map((hold) => hold.id),
        ...(key ? [`${attempt.teamId} ${key.key}`] : []),
      ],
      call: (starts) => startPurchases(pool, starts, config.paymentHoldExtensionMinutes),
      group,
    }),
    advanceAttempt: batchCalls({
      lockKeysOf: ({ attemptId }: AttemptMove) => [attemptId],
      call: (moves) => advanceAttempts(pool, moves),
      group,
    }),
    placeOrder: async (request) => (await placeOrder(request)).placed,
  }
}

/** Tries the known facts first, and reads those of the other orders again. */
async function composeAndPlace(
  pool: pg.Pool,
  requests: readonly OrderRequest[],
): Promise<{ placed: OrderToPlace | undefined }[]> {
  const placed = await placeComposed(
    pool,
    composeAll(requests, ({ knownFacts }) => knownFacts),
  )
  const others = requests.filter(({ attemptId }) => !placed.has(attemptId))
  try {
    if (others.length > 0) for (const [id, order] of await readAndPlace(pool, others)) placed.set(id, order)
  } catch (error) {
    // Otherwise the placed orders would be retried. The others are decided under locks, which reports the error.
    if (placed.size === 0) throw error
  }
  return requests.map(({ attemptId }) => ({ placed: placed.get(attemptId) }))
}

async function readAndPlace(
  pool: pg.Pool,
  requests: readonly OrderRequest[],
): Promise<Map<string, OrderToPlace>> {
  const inputs = await readOrderInputs<HoldDetailsRow, ListingSnapshotRow>(pool, requests)
  const facts = new Map(inputs.map((input) => [input.attempt_id, toOrderFacts(input)]))
  return placeComposed(
    pool,
    composeAll(requests, ({ attemptId }) => facts.get(attemptId)),
  )
}

function composeAll(
  requests: readonly OrderRequest[],
  factsOf: (request: OrderRequest) => OrderFacts | undefined,
): OrderToPlace[] {
  return requests.flatMap((request) => {
    const facts = factsOf(request)
    try {
      return (facts && request.compose(facts)) ?? []
    } catch {
      // Left to the decision under locks, which reports the error: it must not fail the orders of others.
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
