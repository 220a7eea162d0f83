import { setTimeout as pause } from 'node:timers/promises'
import { checkoutRoutes } from '@terrace/contracts/checkout'
import { holdsRoutes } from '@terrace/contracts/holds'
import { foldProduct, productDefaults } from '@terrace/contracts/product'
import { buildApp } from '../apps/api/src/app.ts'
import { readConfig } from '../apps/api/src/config.ts'
import { createDeps } from '../apps/api/src/deps.ts'
import type { Fault } from '../apps/api/src/modules/payments/sandbox/faults.ts'
import { purchaseBody } from '../apps/api/src/test/purchase-body.ts'

interface Failing {
  databaseUrl: string
  tokens: readonly string[]
  listingIds: readonly string[]
  times: number
}

const calls = ['create', 'confirm', 'capture', 'cancel'] as const
const kinds = ['fail_before', 'fail_after', 'cut_before', 'cut_after', 'twice'] as const
const slowMs = 300
/** Tries of one call: the adapter gives up after so many. */
const tries = 3
const cards = ['pm_card_visa', 'pm_card_visa_chargeDeclined', 'pm_card_amex'] as const

const path = (route: { path: string }) => `/api${foldProduct(route.path, productDefaults.product)}`

/**
 * Purchases whose provider fails at each of its calls in each way, once or until it is given up, or is slow. What is answered
 * must be an answer; what is left of it is judged by the caller.
 */
export async function failGateway({ databaseUrl, tokens, listingIds, times }: Failing) {
  const config = { DATABASE_URL: databaseUrl, RATE_LIMIT_PER_MINUTE: '1000000', LOG_LEVEL: 'silent' }
  const deps = createDeps(readConfig(config))
  const faults = deps.sandbox?.faults
  if (!faults) throw new Error('this trial is of the sandbox')
  const { app } = await buildApp(deps)
  const problems: string[] = []
  let count = 0

  async function post(to: string, token: string, body: unknown, key?: string) {
    const answer = await app.inject({
      method: 'POST',
      url: to,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      payload: JSON.stringify(body),
    })
    return { status: answer.statusCode, text: answer.body }
  }

  async function buyWith(planned: readonly Fault[]): Promise<void> {
    count += 1
    const token = tokens[count % tokens.length] ?? ''
    const items = [{ listing_id: listingIds[count % listingIds.length], quantity: 1 }]
    const answer = await post(path(holdsRoutes.place), token, items)
    // The team holds all that it may: its open payments have not been settled yet.
    if (answer.status === 409) return
    const { data: held } = holdsRoutes.place.response.parse(JSON.parse(answer.text))
    for (const fault of planned) faults?.plan(fault)
    const key = `failing-${count}`
    const body = purchaseBody(held, cards[count % cards.length] ?? cards[0])
    // As a browser does that heard nothing: again, with its key.
    for (let press = 0; press < 2; press += 1) {
      const { status, text } = await post(path(checkoutRoutes.buy), token, body, key)
      if (status !== 200) problems.push(`a purchase answered ${status}: ${text.slice(0, 300)}`)
    }
    // What this purchase did not call is not for the next one.
    faults?.forget()
  }

  try {
    await app.ready()
    for (let round = 0; round < times; round += 1) {
      for (const on of calls) {
        for (const kind of kinds) {
          await buyWith([{ on, kind }])
          await buyWith(Array.from({ length: tries }, () => ({ on, kind })))
        }
        await buyWith([{ on, kind: 'wait_after', until: pause(slowMs) }])
      }
    }
    return { count, problems }
  } finally {
    await app.close()
  }
}
