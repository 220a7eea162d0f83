import { setTimeout as pause } from 'node:timers/promises'
import { listingsRoutes } from '@terrace/contracts/listings'
import { fromWireMoney } from '@terrace/contracts/wire-money'
import type pg from 'pg'
import { bodyOf, openConnection, requestText, type Connection } from '../bench/connection.ts'

interface Compared {
  ports: readonly number[]
  /** Of the teams `tm_0`, `tm_1` and so on. */
  tokens: readonly string[]
  eventIds: readonly number[]
}

const tries = 4
const betweenMs = 500
/** Enough to see what is wrong. */
const mostTold = 10

/**
 * What the feeds of the processes say otherwise than the database, in words. A hold may run out between two questions, so
 * what differs is asked again a few times; a book that is wrong stays wrong.
 */
export async function findDisagreements(
  pool: pg.Pool,
  { ports, tokens, eventIds }: Compared,
): Promise<string[]> {
  const found = await oversold(pool)
  for (const port of ports) {
    const connection = await openConnection(port)
    for (const eventId of eventIds) {
      for (const [team, token] of tokens.entries()) {
        if (found.length >= mostTold) break
        const difference = await differenceOf(pool, connection, { eventId, token, teamId: `tm_${team}` })
        if (difference !== undefined)
          found.push(`port ${port}, event ${eventId}, team ${team}: ${difference}`)
      }
    }
    connection.close()
  }
  return found
}

async function differenceOf(
  pool: pg.Pool,
  connection: Connection,
  asked: { eventId: number; token: string; teamId: string },
): Promise<string | undefined> {
  let difference: string | undefined
  for (let attempt = 0; attempt < tries; attempt += 1) {
    if (attempt > 0) await pause(betweenMs)
    const [truth, told] = [await readTruth(pool, asked), await readFeed(connection, asked)]
    difference = firstDifference(truth, told)
    if (difference === undefined) return undefined
  }
  return difference
}

/** One line for each listing on offer and each hold of the team, by its id. */
type Lines = ReadonlyMap<string, string>

async function readTruth(
  pool: pg.Pool,
  { eventId, teamId }: { eventId: number; teamId: string },
): Promise<Lines> {
  const { rows } = await pool.query<{ id: string; line: string }>(
    `select l.id, concat_ws(' ', l.version, l.price_minor, a.available) as line from listings l
    join listing_availability(array(select id from listings where event_id = $1), clock_timestamp()) a
      on a.listing_id = l.id
    where a.available > 0
    union all
    select id, concat_ws(' ', listing_id, quantity) from open_holds_of_event($1, clock_timestamp()) where team_id = $2`,
    [eventId, teamId],
  )
  return new Map(rows.map(({ id, line }) => [id, line]))
}

async function readFeed(
  connection: Connection,
  { eventId, token }: { eventId: number; token: string },
): Promise<Lines> {
  const path = `/api${listingsRoutes.feed.path}?event_id=${eventId}&per_page=100`
  const { data, meta } = listingsRoutes.feed.response.parse(
    bodyOf(await connection.send(requestText('GET', path, { token }))),
  )
  return new Map([
    ...data.map(({ id, version, proceed_price: price, available }) => {
      return [id, `${version} ${fromWireMoney(price).minor} ${available}`] as const
    }),
    ...meta.mine.held.map((hold) => [hold.hold_id, `${hold.listing_id} ${hold.quantity}`] as const),
  ])
}

function firstDifference(truth: Lines, told: Lines): string | undefined {
  for (const id of new Set([...truth.keys(), ...told.keys()])) {
    const [expected, actual] = [truth.get(id) ?? 'nothing', told.get(id) ?? 'nothing']
    if (expected !== actual) return `${id} is ${expected}, the feed says ${actual}`
  }
  return undefined
}

async function oversold(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ listing_id: string; available: number }>(
    `select listing_id, available from listing_availability(array(select id from listings), clock_timestamp())
    where available < 0`,
  )
  return rows.map((row) => `${row.listing_id} is oversold by ${-row.available}`)
}
