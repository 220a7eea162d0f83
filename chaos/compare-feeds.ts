import { setTimeout as pause } from 'node:timers/promises'
import { listingsRoutes } from '@terrace/contracts/listings'
import { fromWireMoney } from '@terrace/contracts/wire-money'
import type pg from 'pg'
import { bodyOf, openConnection, requestText, type Connection } from '../bench/connection.ts'

interface ComparedFeeds {
  ports: readonly number[]
  /** Tokens of the teams `tm_0`, `tm_1` and so on. */
  tokens: readonly string[]
  eventIds: readonly number[]
}

const maxAttempts = 4
const betweenMs = 500
/** Enough to diagnose a failure. */
const maxReported = 10

/**
 * Differences between the feeds of the processes and the database. A hold may expire between two reads, so
 * differences are read again a few times; a stale cache stays different.
 */
export async function findMismatches(
  pool: pg.Pool,
  { ports, tokens, eventIds }: ComparedFeeds,
): Promise<string[]> {
  const found = await oversold(pool)
  for (const port of ports) {
    const connection = await openConnection(port)
    for (const eventId of eventIds) {
      for (const [team, token] of tokens.entries()) {
        if (found.length >= maxReported) break
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
  target: { eventId: number; token: string; teamId: string },
): Promise<string | undefined> {
  let difference: string | undefined
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    if (attempt > 0) await pause(betweenMs)
    const [databaseLines, feedLines] = [await readDatabase(pool, target), await readFeed(connection, target)]
    difference = firstDifference(databaseLines, feedLines)
    if (difference === undefined) return undefined
  }
  return difference
}

/** One line per available listing and per hold of the team, by id. */
type Lines = ReadonlyMap<string, string>

async function readDatabase(
  pool: pg.Pool,
  { eventId, teamId }: { eventId: number; teamId: string },
): Promise<Lines> {
  const { rows } = await pool.query<{ id: string; line: string }>(
    `select l.id, concat_ws(' ', l.version, l.price_minor, a.available) as line from listings l
    join listing_availability(array(select id from listings where event_id = $1), clock_timestamp()) a
      on a.listing_id = l.id
    where a.available > 0
    union all
    select id, concat_ws(' ', listing_id, quantity) from open_holds_for_event($1, clock_timestamp()) where team_id = $2`,
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

function firstDifference(databaseLines: Lines, feedLines: Lines): string | undefined {
  for (const id of new Set([...databaseLines.keys(), ...feedLines.keys()])) {
    const [expected, actual] = [databaseLines.get(id) ?? 'nothing', feedLines.get(id) ?? 'nothing']
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
