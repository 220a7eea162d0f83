import { setTimeout as pause } from 'node:timers/promises'
import { checkoutRoutes, type WireAttempt } from '@terrace/contracts/checkout'
import { holdsRoutes, type WireHoldLine } from '@terrace/contracts/holds'
import { expandProduct, productDefaults } from '@terrace/contracts/product'
import { randomInteger, randomItem, seededRandom, type Random } from '@terrace/domain/text/short-hash'
import { purchaseBody } from '../apps/api/src/test/fixtures/purchase-body.ts'

/** Shared state and counts of all shoppers. The seed decides their actions, but not how they interleave. */
export interface Shop {
  seed: string
  /** Epoch milliseconds at which all stop. */
  until: number
  ports: readonly number[]
  listingIds: readonly string[]
  counts: ShopCounts
}

export interface ShopCounts {
  holds: number
  purchases: number
  confirmed: number
  declined: number
  cancelled: number
  refunded: number
  /** Pending purchases whose result comes later. */
  open: number
  /** Purchases that were unavailable, already paid or repriced. */
  rejected: number
  problems: string[]
}

export const newShopCounts = (): ShopCounts => ({
  holds: 0,
  purchases: 0,
  confirmed: 0,
  declined: 0,
  cancelled: 0,
  refunded: 0,
  open: 0,
  rejected: 0,
  problems: [],
})

/** Mostly valid cards, and one for every kind of failure. */
const cards = [
  'pm_card_visa',
  'pm_card_mastercard',
  'pm_card_amex',
  'pm_card_visa_chargeDeclined',
  'pm_card_chargeDeclinedProcessingError',
  'pm_card_authenticationRequired',
  'pm_card_threeDSecure2Required',
  'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds',
  'pm_sandbox_disputed',
] as const

const path = (route: { path: string }) => `/api${expandProduct(route.path, productDefaults.product)}`

/**
 * Holds contested tickets and pays at one or both processes with any card. It also pays twice, changes its mind,
 * releases while paying, sends wrong totals and abandons bank challenges.
 */
export async function runShopper(shop: Shop, name: string, token: string): Promise<void> {
  const random = seededRandom(`${shop.seed}/${name}`)
  const { counts } = shop
  let presses = 0

  async function call(method: 'GET' | 'POST', to: string, options: { body?: unknown; key?: string } = {}) {
    const response = await fetch(`http://127.0.0.1:${randomItem(random, shop.ports)}${to}`, {
      method,
      redirect: 'manual',
      headers: {
        authorization: `Bearer ${token}`,
        ...(options.body !== undefined && { 'content-type': 'application/json' }),
        ...(options.key !== undefined && { 'idempotency-key': options.key }),
      },
      ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
    })
    const body: unknown = await response.json()
    if (![200, 409].includes(response.status)) {
      counts.problems.push(`${to} returned ${response.status}: ${JSON.stringify(body).slice(0, 300)}`)
    }
    if (response.status === 409) counts.rejected += 1
    return { isOk: response.status === 200, body }
  }

  async function hold(): Promise<WireHoldLine[]> {
    const ids = new Set([randomItem(random, shop.listingIds), randomItem(random, shop.listingIds)])
    const items = [...ids].map((id) => ({ listing_id: id, quantity: randomInteger(random, 1, 3) }))
    const { isOk, body } = await call('POST', path(holdsRoutes.place), { body: items })
    if (!isOk) return []
    counts.holds += 1
    return holdsRoutes.place.response.parse(body).data
  }

  async function release(held: readonly WireHoldLine[]): Promise<void> {
    const items = held.map(({ hold_id, quantity }) => ({ hold_id, quantity }))
    await call('POST', path(holdsRoutes.release), { body: items })
  }

  async function buy(held: readonly WireHoldLine[]): Promise<void> {
    const body = purchaseBody(held, randomItem(random, cards))
    presses += 1
    const key = `${shop.seed}-${name}-${presses}`
    const press = async (withKey: string) => {
      const { isOk, body: payload } = await call('POST', path(checkoutRoutes.buy), { body, key: withKey })
      return isOk ? checkoutRoutes.buy.response.parse(payload).data : undefined
    }
    counts.purchases += 1
    const chance = random()
    const attemptResults = await Promise.all([
      press(key),
      // The same payment twice, a second payment, or a release during the payment.
      ...(chance < 0.2 ? [press(key)] : []),
      ...(chance > 0.8 ? [press(`${key}-other`)] : []),
      ...(chance > 0.4 && chance < 0.5 ? [release(held).then(() => undefined)] : []),
    ])
    const attempts = new Map(
      attemptResults.flatMap((each) => (each ? [[each.attempt_id, each] as const] : [])),
    )
    // The second payment may find the tickets free again if the first card was declined at once.
    const live = [...attempts.values()].filter(({ status }) => status !== 'declined')
    if (live.length > 1) counts.problems.push(`one basket has ${live.length} purchases`)
    for (const attempt of attempts.values()) await follow(attempt)
  }

  async function follow(attempt: WireAttempt): Promise<void> {
    if (attempt.status === 'requires_action' && attempt.next_action) {
      const chance = random()
      if (chance < 0.8)
        await completeBankChallenge(attempt.next_action.url, chance < 0.6 ? 'approve' : 'fail')
      const { isOk, body } = await call(
        'GET',
        path(checkoutRoutes.attempt).replace(':attempt_id', attempt.attempt_id),
      )
      if (isOk) count(checkoutRoutes.attempt.response.parse(body).data.status)
    } else count(attempt.status)
  }

  function count(status: WireAttempt['status']): void {
    if (status === 'processing' || status === 'requires_action') counts.open += 1
    else counts[status] += 1
  }

  async function completeBankChallenge(url: string, payload: 'approve' | 'fail'): Promise<void> {
    const { pathname, search } = new URL(url, 'http://127.0.0.1')
    await fetch(`http://127.0.0.1:${randomItem(random, shop.ports)}${pathname}${search}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `decision=${payload}`,
    })
  }

  while (Date.now() < shop.until) {
    const held = await hold()
    if (held.length > 0) {
      if (random() < 0.1)
        await call('POST', path(checkoutRoutes.buy), { body: miscalculatedTotals(random, held) })
      if (random() < 0.85) await buy(held)
      // Most remaining holds are released, some expire.
      if (random() < 0.8) await release(held)
    }
    await pause(held.length > 0 ? randomInteger(random, 5, 60) : 100)
  }
}

function miscalculatedTotals(random: Random, held: readonly WireHoldLine[]) {
  return { ...purchaseBody(held), total_tickets_price: `${randomInteger(random, 1, 9)}.00` }
}
