import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { checkoutRoutes } from '@terrace/contracts/checkout'
import { holdsRoutes } from '@terrace/contracts/holds'
import { expandProduct, productDefaults } from '@terrace/contracts/product'
import { purchaseBody } from '../apps/api/src/test/fixtures/purchase-body.ts'

/** The responses that buyers got, and how many they still wait for. */
export interface BuyerRecord {
  /** Ids of acknowledged holds, by the key of their request. */
  holds: Map<string, string[]>
  /** Ids of attempts that were acknowledged as paid, by the key of their request. */
  orders: Map<string, string>
  /** Ids of attempts whose result was to come later. */
  pending: Set<string>
  /** When holds were acknowledged, as `performance.now()`. */
  heldAt: number[]
  /** Payments with a final response other than paid or pending. */
  refusedPayments: string[]
  /** Statuses of responses; 0 is a connection without a response. */
  statuses: { [status: number]: number }
  /** Requests whose last try had no final response. */
  withoutResponse: number
  problems: string[]
}

export const newRecord = (): BuyerRecord => ({
  holds: new Map(),
  orders: new Map(),
  pending: new Set(),
  heldAt: [],
  refusedPayments: [],
  statuses: {},
  withoutResponse: 0,
  problems: [],
})

interface Shop {
  port: number
  tokens: readonly string[]
  listingIds: readonly string[]
  record: BuyerRecord
  /** `false` for buyers who only hold. */
  pays?: boolean
  /** When no new request starts. */
  stopping: AbortSignal
  /** When requests without a response are given up. */
  giveUp: AbortSignal
}

const path = (route: { path: string }) => `/api${expandProduct(route.path, productDefaults.product)}`
/** Between two tries of a request, as a browser waits; the response asks for two seconds. */
const retryMs = 500
const betweenMs = 150

/** Buyers hold and pay until `stopping`. Like browsers, they repeat each request without a response, with the same key. */
export async function runBuyers(shop: Shop): Promise<void> {
  const run = randomBytes(4).toString('hex')
  await Promise.all(shop.tokens.map((token, index) => runBuyer(shop, token, `${run}-${index}`)))
}

async function runBuyer(
  { port, listingIds, record, pays = true, stopping, giveUp }: Shop,
  token: string,
  name: string,
): Promise<void> {
  let count = 0

  async function attempt(to: string, body: unknown, key: string) {
    try {
      const response = await fetch(`http://127.0.0.1:${port}${to}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(40_000),
      })
      const { status, headers } = response
      const text = await response.text()
      record.statuses[status] = (record.statuses[status] ?? 0) + 1
      if (status === 503 && !headers.has('retry-after'))
        record.problems.push(`${to} returned 503 without Retry-After`)
      if (![200, 409, 503].includes(status))
        record.problems.push(`${to} returned ${status}: ${text.slice(0, 200)}`)
      return { status, text }
    } catch {
      record.statuses[0] = (record.statuses[0] ?? 0) + 1
      return { status: 0, text: '' }
    }
  }

  /** The body of the final response; `undefined` if the request was refused or given up. */
  async function post(to: string, body: unknown, key: string): Promise<unknown> {
    for (;;) {
      const { status, text } = await attempt(to, body, key)
      if (status === 200) return JSON.parse(text)
      if (status !== 0 && status !== 503) {
        if (to === path(checkoutRoutes.buy)) record.refusedPayments.push(`${status}: ${text.slice(0, 200)}`)
        return undefined
      }
      if (giveUp.aborted) {
        record.withoutResponse += 1
        return undefined
      }
      await pause(retryMs)
    }
  }

  async function buy(held: Parameters<typeof purchaseBody>[0], key: string): Promise<void> {
    const bought = await post(path(checkoutRoutes.buy), purchaseBody(held), key)
    if (bought === undefined) return
    const { attempt_id: id, status } = checkoutRoutes.buy.response.parse(bought).data
    if (status === 'confirmed') record.orders.set(key, id)
    else if (status === 'processing') record.pending.add(id)
    else record.refusedPayments.push(`${id} is ${status}`)
  }

  while (!stopping.aborted) {
    count += 1
    const key = `${name}-${count}`
    const listing = listingIds[(count * 7 + name.length) % listingIds.length]
    const body = [{ listing_id: listing, quantity: 1 + (count % 2) }]
    const placed = await post(path(holdsRoutes.place), body, key)
    if (placed !== undefined) {
      const held = holdsRoutes.place.response.parse(placed).data
      record.heldAt.push(performance.now())
      record.holds.set(
        key,
        held.map((line) => line.hold_id),
      )
      // One of twelve holds stays; more would reach the limit of the team.
      if (count % 3 === 0 && pays) await buy(held, `${key}-buy`)
      else if (count % 12 !== 2)
        await post(
          path(holdsRoutes.release),
          held.map(({ hold_id, quantity }) => ({ hold_id, quantity })),
          `${key}-release`,
        )
    }
    await pause(betweenMs)
  }
}
