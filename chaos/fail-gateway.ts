import { setTimeout as pause } from 'node:timers/promises'
import { checkoutRoutes } from '@terrace/contracts/checkout'
import { holdsRoutes } from '@terrace/contracts/holds'
import { expandProduct, productDefaults } from '@terrace/contracts/product'
import { buildApp } from '../apps/api/src/app.ts'
import { readConfig } from '../apps/api/src/config/config.ts'
import { createDeps } from '../apps/api/src/deps.ts'
import type { Fault } from '../apps/sandbox/src/faults.ts'
import { openSandbox } from '../apps/sandbox/src/sandbox.ts'
import { fileIn } from '../apps/sandbox/src/settings.ts'
import { purchaseBody } from '../apps/api/src/test/fixtures/purchase-body.ts'
import { withoutLimits } from './options.ts'
import { serverVariables, type SandboxSettings } from '../tools/launch/sandbox-settings.ts'

interface Failing {
  databaseUrl: string
  dataFolder: string
  /** Of the running sandbox, whose data this process shares. */
  sandbox: SandboxSettings
  tokens: readonly string[]
  listingIds: readonly string[]
  times: number
}

const calls = ['create', 'confirm', 'capture', 'cancel'] as const
const kinds = ['fail_before', 'fail_after', 'drop_before', 'drop_after', 'twice'] as const
const slowMs = 300
/** Attempts per call before the adapter gives up. */
const maxAttempts = 3
const cards = ['pm_card_visa', 'pm_card_visa_chargeDeclined', 'pm_card_amex'] as const

const path = (route: { path: string }) => `/api${expandProduct(route.path, productDefaults.product)}`

/**
 * Purchases with a gateway that fails at each call in each way, once or permanently, or is slow. Every request must
 * get a valid response; the caller verifies the final state.
 */
export async function failGateway({ databaseUrl, dataFolder, sandbox, tokens, listingIds, times }: Failing) {
  const failing = await openSandbox({
    ...sandbox,
    file: fileIn(sandbox.folder),
    merchant: 'Terrace',
    // The other process sends the events.
    postEvent: () => Promise.resolve(503),
  })
  const { faults } = failing
  const url = await failing.server.listen({ host: '127.0.0.1', port: 0 })
  const config = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataFolder,
    ...withoutLimits,
    LOG_LEVEL: 'silent',
    ...serverVariables(sandbox),
    SANDBOX_URL: url,
  }
  const deps = createDeps(readConfig(config))
  const { app } = await buildApp(deps)
  const problems: string[] = []
  let count = 0

  async function post(to: string, token: string, body: unknown, key?: string) {
    const response = await app.inject({
      method: 'POST',
      url: to,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      payload: JSON.stringify(body),
    })
    return { status: response.statusCode, text: response.body }
  }

  async function buyWith(planned: readonly Fault[]): Promise<void> {
    count += 1
    const token = tokens[count % tokens.length] ?? ''
    const items = [{ listing_id: listingIds[count % listingIds.length], quantity: 1 }]
    const response = await post(path(holdsRoutes.place), token, items)
    // The team's hold limit is used up by payments that are still open.
    if (response.status === 409) return
    const { data: held } = holdsRoutes.place.response.parse(JSON.parse(response.text))
    for (const fault of planned) faults.plan(fault)
    const key = `failing-${count}`
    const body = purchaseBody(held, cards[count % cards.length] ?? cards[0])
    // Retry with the same key, as a browser does after a lost response.
    for (let press = 0; press < 2; press += 1) {
      const { status, text } = await post(path(checkoutRoutes.buy), token, body, key)
      if (status !== 200) problems.push(`a purchase returned ${status}: ${text.slice(0, 300)}`)
    }
    // Faults that this purchase did not use must not affect the next one.
    faults.clear()
  }

  try {
    await app.ready()
    for (let round = 0; round < times; round += 1) {
      for (const on of calls) {
        for (const kind of kinds) {
          await buyWith([{ on, kind }])
          await buyWith(Array.from({ length: maxAttempts }, () => ({ on, kind })))
        }
        await buyWith([{ on, kind: 'wait_after', until: pause(slowMs) }])
      }
    }
    return { count, problems }
  } finally {
    await app.close()
    await failing.close()
  }
}
