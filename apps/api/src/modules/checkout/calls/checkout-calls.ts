import type pg from 'pg'
import { batchCalls } from '#api/shared/concurrency/batch-calls.ts'
import { advanceAttempts, type AttemptMove, type MoveResult } from './attempt-calls.repo.ts'
import { placeOrders, readOrderFacts, type OrderFacts, type OrderToPlace } from './order-calls.repo.ts'
import {
  readPurchases,
  startPurchases,
  type PurchaseFacts,
  type PurchaseQuestion,
  type PurchaseStart,
  type StartResult,
} from './purchase-calls.repo.ts'

export interface OrderRequest {
  attemptId: string
  listingIds: readonly string[]
  /** Composes the order from the facts; `undefined` if these need a decision under locks. */
  compose: (facts: OrderFacts) => OrderToPlace | undefined
}

/** The stages of a purchase (ADR 0023). Concurrent buyers share the round trip and the commit of each. */
export interface CheckoutCalls {
  readPurchase(question: PurchaseQuestion): Promise<PurchaseFacts>
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
  const placeOrder = batchCalls<OrderRequest, { placed: OrderToPlace | undefined }>({
    lockKeysOf: ({ attemptId, listingIds }) => [attemptId, ...listingIds],
    call: (requests) => composeAndPlace(pool, requests),
  })
  return {
    readPurchase: batchCalls({
      lockKeysOf: () => [],
      call: (questions: readonly PurchaseQuestion[]) => readPurchases(pool, questions),
    }),
    startPurchase: batchCalls({
      lockKeysOf: ({ attempt, key }: PurchaseStart) => [
        ...attempt.holds.map((hold) => hold.id),
        ...(key ? [`${attempt.teamId} ${key.key}`] : []),
      ],
      call: (starts) => startPurchases(pool, starts, config.paymentHoldExtensionMinutes),
    }),
    advanceAttempt: batchCalls({
      lockKeysOf: ({ attemptId }: AttemptMove) => [attemptId],
      call: (moves) => advanceAttempts(pool, moves),
    }),
    placeOrder: async (request) => (await placeOrder(request)).placed,
  }
}

async function composeAndPlace(
  pool: pg.Pool,
  requests: readonly OrderRequest[],
): Promise<{ placed: OrderToPlace | undefined }[]> {
  const facts = await readOrderFacts(
    pool,
    requests.map(({ attemptId }) => attemptId),
  )
  const composed = requests.flatMap(({ attemptId, compose }) => {
    const known = facts.get(attemptId)
    try {
      return (known && compose(known)) ?? []
    } catch {
      // Left to the decision under locks, which reports the error: it must not fail the orders of others.
      return []
    }
  })
  const results = composed.length > 0 ? await placeOrders(pool, composed) : []
  const placed = new Map(
    composed.filter((_, index) => results[index]).map((order) => [order.attemptId, order]),
  )
  return requests.map(({ attemptId }) => ({ placed: placed.get(attemptId) }))
}
