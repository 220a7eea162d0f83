/* A process for tests that runs price rules, reports when the first batch is written and waits to be killed in the second. */
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabase } from '#api/db/client.ts'
import { runPriceRules } from '#api/modules/price-rules/index.ts'
import { withTransaction } from './with-transaction.ts'

export interface PricingCrash {
  databaseUrl: string
  now: string
  batchSize: number
}

// The test writes it with this type.
const crash = JSON.parse(process.argv[2] ?? '') as PricingCrash
const { db } = openDatabase({ url: crash.databaseUrl, poolSize: 4 })

const paused = withTransaction(db, async (work) => {
  const { rows } = await sql`select from price_rule_runs where moved > 0 and finished_at is null`.execute(db)
  if (rows.length === 0) return db.transaction().execute(work)
  return db.transaction().execute(async (tx) => {
    const result = await work(tx)
    // The prices of this batch are written, but not committed.
    process.stdout.write('written\n')
    await wait(600_000)
    return result
  })
})
await runPriceRules({ db: paused, clock: { now: () => new Date(crash.now) }, batchSize: crash.batchSize })
