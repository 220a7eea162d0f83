import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { openDatabase, type Db } from '../apps/api/src/db/client.ts'
import { reviseListing } from '../apps/api/src/modules/supply/index.ts'
import { systemClock } from '../apps/api/src/shared/clock.ts'
import { onGround, type Ground } from '../bench/ground.ts'
import { judgeMoney } from './judge-money.ts'
import { readOptions, type Options } from './options.ts'
import { newShopTally, runShopper, type Shop } from './shopper.ts'
import { unsettle } from './unsettle.ts'

const stock = { events: 2, listingsPerEvent: 6, ticketsPerListing: 6, teams: 16 }
/** More than the longest that an unanswered payment stands, and that the provider takes to tell of all that has happened. */
const patienceMs = 300_000

/**
 * Sixteen checkouts at once, over holds that overlap, at two API processes, with every kind of card and of impatience; what is
 * sold out is restocked a little, what is bought is cancelled, refunds come back and payments are disputed. At the end our
 * books, the provider's and the stock must agree to the cent.
 */
export async function money(args: string[]): Promise<boolean> {
  const options = readOptions(args, { minutes: 5 })
  return onGround(stock, (ground) => letLoose(ground, options), { durable: false })
}

async function letLoose(ground: Ground, { minutes, seed }: Options): Promise<boolean> {
  const { databaseUrl, tokens, listingIds, serve, conditions } = ground
  // What nobody pays in time must have ended by itself when this does.
  const env = { HOLD_MINUTES: '1', PAYMENT_LEASE_MINUTES: '1', LOG_LEVEL: 'warn' }
  const ports = [await serve(env), await serve(env)]
  const { db, pool } = openDatabase({ url: databaseUrl, poolSize: 4 })
  try {
    const tally = newShopTally()
    const until = Date.now() + minutes * 60_000
    const shop: Shop = { seed, until, ports, listingIds, tally }
    const [unsettled] = await Promise.all([
      unsettle({ databaseUrl, db, pool }, { seed, until }),
      ...tokens.map((token, index) => runShopper(shop, `shopper ${index}`, token)),
      restock({ db, pool }, until),
    ])
    await settled(pool)
    const problems = [...tally.problems, ...(await judgeMoney({ db, pool }))]
    const isRight = problems.length === 0 && tally.confirmed > 0
    console.log(
      JSON.stringify({
        chaos: 'money',
        ok: isRight,
        seed,
        minutes,
        ...tally,
        ...unsettled,
        problems,
        ...(await turnover(pool)),
        ...conditions,
      }),
    )
    return isRight
  } finally {
    await db.destroy()
  }
}

/** Few tickets at a time, so that shoppers always meet at the last ones. */
async function restock({ db, pool }: { db: Db; pool: pg.Pool }, until: number): Promise<void> {
  while (Date.now() < until) {
    const { rows } = await pool.query<{ id: string; wanted: number }>(`
      select l.id, l.sold + h.held + 4 as wanted from listings l
      cross join lateral (select coalesce(sum(quantity), 0)::integer as held from holds
        where listing_id = l.id and state in ('active', 'paying') and reserved_until > clock_timestamp()) h
      where l.quantity - l.sold - h.held < 2`)
    for (const { id, wanted } of rows)
      await reviseListing({ db, clock: systemClock }, { listingId: id, quantity: wanted })
    await pause(100)
  }
}

/** Waits until nothing is under way: what was walked away from has ended, what is owed is paid, and the provider has told all. */
async function settled(pool: pg.Pool): Promise<void> {
  const end = Date.now() + patienceMs
  while (Date.now() < end) {
    const { rows } = await pool.query(`select from checkout_attempts
      where state not in ('confirmed', 'declined', 'refunded', 'cancelled')
      union all select from order_refunds where state = 'pending'
      union all select from sandbox.events where delivered_at is null and type ~ '(refund|dispute)[._]'
      limit 1`)
    if (rows.length === 0) return
    await pause(1000)
  }
}

async function turnover(pool: pg.Pool): Promise<Record<string, unknown>> {
  const { rows } = await pool.query<{ orders: number; tickets: number; charged: string }>(`
    select count(*)::integer as orders, coalesce(sum(tickets), 0)::integer as tickets,
      (coalesce(sum(total_minor), 0) / 100.0)::numeric(14, 2)::text as charged
    from (select o.id, o.total_minor, (select sum(quantity) from order_lines l where l.order_id = o.id) as tickets
      from orders o where o.state <> 'cancelled') o`)
  return rows[0] ?? {}
}
