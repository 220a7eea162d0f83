import pg from 'pg'
import { openDatabase } from '../apps/api/src/db/client.ts'
import { onGround, type Ground } from '../bench/ground.ts'
import { startAudit } from './audit.ts'
import { findDisagreements } from './compare-books.ts'
import { layHoldsThatEnd, laySeatingPlan } from './lay-ground.ts'
import { readOptions, type Options } from './options.ts'
import { newTally, runBroker, runReader, runSeller, type Field } from './traffic.ts'

const stock = { events: 5, listingsPerEvent: 30, ticketsPerListing: 6, teams: 24 }
const brokers = 8
const readersPerProcess = 2
const staleBarMs = 1000

/**
 * Two API processes on one database, brokers who hold and give back, a seller who reprices, withdraws and puts back, holds
 * that run out; beside them readers of the feed. At the end the books of both processes must say what the database says,
 * and no feed may ever have offered what had been gone, or had another price, for more than a second.
 */
export async function books(args: string[]): Promise<boolean> {
  const options = readOptions(args, { minutes: 10 })
  // A change is dated when it is written and counts when it is committed: a slow disk would stand between the two.
  return onGround(stock, (ground) => letLoose(ground, options), { durable: false })
}

async function letLoose(ground: Ground, { minutes, seed }: Options): Promise<boolean> {
  const { databaseUrl, tokens, eventIds, listingIds, serve, conditions } = ground
  await onClient(databaseUrl, async (client) => {
    await laySeatingPlan(client)
    await layHoldsThatEnd(client, seed)
  })
  // A hold lasts a minute, so that many run out while it lasts.
  const env = { HOLD_MINUTES: '1', LOG_LEVEL: 'warn' }
  const ports = [await serve(env), await serve(env)]
  const { db, pool } = openDatabase({ url: databaseUrl, poolSize: 4 })
  try {
    const audit = await startAudit(db)
    const tally = newTally()
    const until = Date.now() + minutes * 60_000
    const field: Field = { seed, until, ports, tokens, eventIds, listingIds, tally }
    await Promise.all([
      ...Array.from({ length: brokers }, (_, index) =>
        runBroker(
          field,
          `broker ${index}`,
          tokens.filter((_token, team) => team % brokers === index),
        ),
      ),
      runSeller(field, db),
      ...ports.flatMap((port) =>
        Array.from({ length: readersPerProcess }, (_, index) =>
          runReader(field, { name: `reader ${index} of ${ports.indexOf(port)}`, port, audit }),
        ),
      ),
    ])
    const { expiries, ...stale } = await audit.end()
    const disagreements = await findDisagreements(pool, { ports, tokens, eventIds })
    const isFresh = stale.judged > 0 && stale.worstMs <= staleBarMs
    const isRight = isFresh && disagreements.length === 0 && tally.problems.length === 0
    console.log(
      JSON.stringify({
        chaos: 'books',
        ok: isRight,
        seed,
        minutes,
        ...tally,
        expiries,
        stale: { ...stale, barMs: staleBarMs },
        disagreements,
        notices: process.env['VALKEY_URL'] === undefined ? 'outbox' : 'valkey',
        ...conditions,
      }),
    )
    return isRight
  } finally {
    await db.destroy()
  }
}

async function onClient(databaseUrl: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
