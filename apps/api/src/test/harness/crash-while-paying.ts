/*
 * Child process of the crash test: buys through the real app and blocks at the given point, until the test kills it.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { buildApp } from '#api/app.ts'
import { readConfig } from '#api/config/config.ts'
import { createDeps } from '#api/deps.ts'
import type { PaymentGateway } from '#api/modules/payments/index.ts'

export interface Crash {
  databaseUrl: string
  /** With the keys of the other processes. */
  dataFolder: string
  /** Variables with the address and keys of the sandbox. */
  sandbox: Record<string, string>
  on: 'create' | 'confirm' | 'capture'
  kind: 'wait_before' | 'wait_after'
  token: string
  url: string
  body: string
}

const methods = { create: 'createPayment', confirm: 'confirmPayment', capture: 'capturePayment' } as const

/** Blocks before or after the call at which the process is killed. */
function blockAt(gateway: PaymentGateway, { on, kind }: Crash): PaymentGateway {
  const method = methods[on]
  async function call(input: never) {
    if (kind === 'wait_before') await wait(600_000)
    const result = await gateway[method](input)
    await wait(600_000)
    return result
  }
  return { ...gateway, [method]: call }
}

// The test serialises this type.
const crash = JSON.parse(process.argv[2] ?? '') as Crash
const config = readConfig({
  DATABASE_URL: crash.databaseUrl,
  DATA_DIR: crash.dataFolder,
  LOG_LEVEL: 'silent',
  ...crash.sandbox,
})
const deps = createDeps(config, { logger: pino({ level: 'silent' }) })
const { app } = await buildApp({ ...deps, gateway: blockAt(deps.gateway, crash) })
await deps.processRegistration.start()
const response = await app.inject({
  method: 'POST',
  url: crash.url,
  headers: {
    authorization: `Bearer ${crash.token}`,
    'content-type': 'application/json',
    'idempotency-key': 'crash',
  },
  payload: crash.body,
})
process.stdout.write(`did not crash: ${response.statusCode} ${response.body}\n`)
