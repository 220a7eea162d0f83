/*
 * A process that dies while it pays, for the crash test beside it: buys over the real app, and stands still for good at the
 * point that it is told. Whoever started it kills it there.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { buildApp } from '../../app.ts'
import { readConfig } from '../../config.ts'
import { createDeps } from '../../deps.ts'

export interface Crash {
  databaseUrl: string
  on: 'create' | 'confirm' | 'capture'
  kind: 'wait_before' | 'wait_after'
  token: string
  url: string
  body: string
}

// Written by the test, from this very type.
const crash = JSON.parse(process.argv[2] ?? '') as Crash
const deps = createDeps(readConfig({ DATABASE_URL: crash.databaseUrl, LOG_LEVEL: 'silent' }), {
  logger: pino({ level: 'silent' }),
})
deps.sandbox?.faults.plan({ on: crash.on, kind: crash.kind, until: wait(600_000) })
const { app } = await buildApp(deps)
const answer = await app.inject({
  method: 'POST',
  url: crash.url,
  headers: {
    authorization: `Bearer ${crash.token}`,
    'content-type': 'application/json',
    'idempotency-key': 'crash',
  },
  payload: crash.body,
})
process.stdout.write(`lived on: ${answer.statusCode} ${answer.body}\n`)
