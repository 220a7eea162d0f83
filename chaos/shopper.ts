import { setTimeout as pause } from 'node:timers/promises'
import { checkoutRoutes, type WireAttempt } from '@terrace/contracts/checkout'
import { holdsRoutes, type WireHeldLine } from '@terrace/contracts/holds'
import { foldProduct, productDefaults } from '@terrace/contracts/product'
import { randomInteger, randomItem, seededRandom, type Random } from '@terrace/domain/short-hash'
import { purchaseBody } from '../apps/api/src/test/purchase-body.ts'

/** What all shoppers know, and what they did. Who does what follows from the seed; how it interleaves does not. */
export interface Shop {
  seed: string
  /** Milliseconds of the epoch at which all stop. */
  until: number
  ports: readonly number[]
  listingIds: readonly string[]
  tally: ShopTally
}

export interface ShopTally {
  holds: number
  purchases: number
  confirmed: number
  declined: number
  cancelled: number
  refunded: number
  /** Said that it will be told later. */
  open: number
  /** Could not be had, was paid for already, or had another price. */
  refused: number
  problems: string[]
}

export const newShopTally = (): ShopTally => ({
  holds: 0,
  purchases: 0,
  confirmed: 0,
  declined: 0,
  cancelled: 0,
  refunded: 0,
  open: 0,
  refused: 0,
  problems: [],
})

/** Good ones oftenest; of the others one of each kind of ending. */
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

const path = (route: { path: string }) => `/api${foldProduct(route.path, productDefaults.product)}`

/**
 * Holds tickets that others want as well and pays for them, at one of the processes or at two at once, with any card; presses
 * twice, changes its mind, gives back while it pays, sends wrong totals, and walks away from the bank's question.
 */
export async function runShopper(shop: Shop, name: string, token: string): Promise<void> {
  const random = seededRandom(`${shop.seed}/${name}`)
  const { tally } = shop
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
      tally.problems.push(`${to} answered ${response.status}: ${JSON.stringify(body).slice(0, 300)}`)
    }
    if (response.status === 409) tally.refused += 1
    return { isOk: response.status === 200, body }
  }

  async function hold(): Promise<WireHeldLine[]> {
    const ids = new Set([randomItem(random, shop.listingIds), randomItem(random, shop.listingIds)])
    const items = [...ids].map((id) => ({ listing_id: id, quantity: randomInteger(random, 1, 3) }))
    const { isOk, body } = await call('POST', path(holdsRoutes.place), { body: items })
    if (!isOk) return []
    tally.holds += 1
    return holdsRoutes.place.response.parse(body).data
  }

  async function release(held: readonly WireHeldLine[]): Promise<void> {
    const items = held.map(({ hold_id, quantity }) => ({ hold_id, quantity }))
    await call('POST', path(holdsRoutes.release), { body: items })
  }

  async function buy(held: readonly WireHeldLine[]): Promise<void> {
    const body = purchaseBody(held, randomItem(random, cards))
    presses += 1
    const key = `${shop.seed}-${name}-${presses}`
    const press = async (withKey: string) => {
      const { isOk, body: answer } = await call('POST', path(checkoutRoutes.buy), { body, key: withKey })
      return isOk ? checkoutRoutes.buy.response.parse(answer).data : undefined
    }
    tally.purchases += 1
    const chance = random()
    const answers = await Promise.all([
      press(key),
      // The same press twice, another one beside it, or a release while the payment runs.
      ...(chance < 0.2 ? [press(key)] : []),
      ...(chance > 0.8 ? [press(`${key}-other`)] : []),
      ...(chance > 0.4 && chance < 0.5 ? [release(held).then(() => undefined)] : []),
    ])
    const attempts = new Map(answers.flatMap((each) => (each ? [[each.attempt_id, each] as const] : [])))
    // The second press may find the tickets free again where the first one's card was declined at once.
    const live = [...attempts.values()].filter(({ status }) => status !== 'declined')
    if (live.length > 1) tally.problems.push(`one basket has ${live.length} purchases`)
    for (const attempt of attempts.values()) await follow(attempt)
  }

  async function follow(attempt: WireAttempt): Promise<void> {
    if (attempt.status === 'requires_action' && attempt.next_action) {
      const chance = random()
      if (chance < 0.8) await answerBank(attempt.next_action.url, chance < 0.6 ? 'approve' : 'fail')
      const { isOk, body } = await call(
        'GET',
        path(checkoutRoutes.attempt).replace(':attempt_id', attempt.attempt_id),
      )
      if (isOk) count(checkoutRoutes.attempt.response.parse(body).data.status)
    } else count(attempt.status)
  }

  function count(status: WireAttempt['status']): void {
    if (status === 'processing' || status === 'requires_action') tally.open += 1
    else tally[status] += 1
  }

  async function answerBank(url: string, answer: 'approve' | 'fail'): Promise<void> {
    const { pathname, search } = new URL(url, 'http://127.0.0.1')
    await fetch(`http://127.0.0.1:${randomItem(random, shop.ports)}${pathname}${search}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `answer=${answer}`,
    })
  }

  while (Date.now() < shop.until) {
    const held = await hold()
    if (held.length > 0) {
      if (random() < 0.1) await call('POST', path(checkoutRoutes.buy), { body: wrongTotals(random, held) })
      if (random() < 0.85) await buy(held)
      // Whatever is still held: most is given back, some runs out.
      if (random() < 0.8) await release(held)
    }
    await pause(held.length > 0 ? randomInteger(random, 5, 60) : 100)
  }
}

function wrongTotals(random: Random, held: readonly WireHeldLine[]) {
  return { ...purchaseBody(held), total_tickets_price: `${randomInteger(random, 1, 9)}.00` }
}
