/*
 * Child process of the crash test: buys through the real app and blocks at the given point, until the test kills it.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { buildApp } from '#api/app.ts'
import { readConfig } from '#api/config/config.ts'
import { createDeps } from '#api/deps.ts'

export interface Crash {
  databaseUrl: string
  /** With the keys of the other processes. */
  dataFolder: string
  on: 'create' | 'confirm' | 'capture'
  kind: 'wait_before' | 'wait_after'
  token: string
  url: string
  body: string
}

// The test serialises this type.
const crash = JSON.parse(process.argv[2] ?? '') as Crash
const config = readConfig({
  DATABASE_URL: crash.databaseUrl,
  DATA_DIR: crash.dataFolder,
  LOG_LEVEL: 'silent',
})
const deps = createDeps(config, { logger: pino({ level: 'silent' }) })
deps.sandbox?.faults.plan({ on: crash.on, kind: crash.kind, until: wait(600_000) })
const { app } = await buildApp(deps)
await deps.registration.start()
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
