import { displayQuoteStatus, quoteStates } from '@terrace/domain/lifecycles/quote-lifecycle'
import { attemptStates, isAttemptFinal } from '@terrace/domain/lifecycles/attempt-lifecycle'
import { eventStatuses, isOnSale } from '@terrace/domain/lifecycles/event-status'
import { holdStates } from '@terrace/domain/lifecycles/hold-lifecycle'
import { eventBlockers, holdLineCodes, releaseLineCodes } from '@terrace/domain/hold-line-codes'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#api/test/harness/test-database.ts'

let database: TestDatabase
let client: pg.Client

beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.databaseUrl })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

async function valueOf(statement: string, values: unknown[]): Promise<unknown> {
  const { rows } = await client.query<{ value: unknown }>(statement, values)
  return rows[0]?.value
}

const now = new Date('2031-05-01T19:00:00.000Z')
const starts = [-86_400_000, -1, 0, 1, 86_400_000].map((ms) => new Date(now.getTime() + ms))

test.each(eventStatuses)('event_blocker and isOnSale agree for an event that is %s', async (status) => {
  for (const startsAt of starts) {
    const blocker = await valueOf('select event_blocker($1, $2, $3) as value', [status, startsAt, now])
    expect([startsAt, blocker === null]).toEqual([startsAt, isOnSale({ status, startsAt }, now)])
    if (blocker !== null) expect(eventBlockers).toContain(blocker)
  }
})

test.each(holdStates)('a hold that is %s is open until its expiry only', async (state) => {
  for (const until of starts) {
    const reservesStock = state === 'active' || state === 'paying'
    const isAhead = until > now
    const open = await valueOf('select hold_is_open($1, $2, $3) as value', [reservesStock, until, now])
    expect([until, open]).toEqual([until, reservesStock && isAhead])
    const current = await valueOf('select hold_is_current($1, $2, $3, $4) as value', [
      reservesStock,
      state,
      until,
      now,
    ])
    expect([until, current]).toEqual([until, state === 'paying' || (state === 'active' && isAhead)])
    const ended = await valueOf('select hold_ended_unsold($1, $2, $3) as value', [state, until, now])
    expect([until, ended]).toEqual([until, state === 'released' || (state === 'active' && !isAhead)])
  }
})

test.each(quoteStates)(
  'quote_is_active and displayQuoteStatus agree for a quote that is %s',
  async (state) => {
    for (const expiresAt of starts) {
      const isActive = await valueOf('select quote_is_active($1, $2, $3) as value', [state, expiresAt, now])
      expect([expiresAt, isActive]).toEqual([
        expiresAt,
        displayQuoteStatus(state, expiresAt <= now) === 'Active',
      ])
    }
  },
)

test.each(eventStatuses)(
  'an event that is %s is upcoming before its start, unless cancelled',
  async (status) => {
    for (const startsAt of starts) {
      const isUpcoming = await valueOf('select event_is_upcoming($1, $2, $3) as value', [
        status,
        startsAt,
        now,
      ])
      expect([startsAt, isUpcoming]).toEqual([startsAt, status !== 'cancelled' && startsAt > now])
    }
  },
)

/** The value that a generated column has in a row with this state. */
async function generatedValue(table: string, column: string, state: string): Promise<unknown> {
  const { rows } = await client.query<{ expression: string }>(
    `select pg_get_expr(d.adbin, d.adrelid) as expression from pg_attrdef d
     join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
     where d.adrelid = $1::regclass and a.attname = $2`,
    [table, column],
  )
  const row = `(select $1::text as state, 'pi_1'::text as gateway_payment_id) a`
  return valueOf(`select ${rows[0]?.expression} as value from ${row}`, [state])
}

test('checkout_attempts.is_open, its final_payment_id and isAttemptFinal agree in every state', async () => {
  for (const state of attemptStates) {
    const isOpen = await generatedValue('checkout_attempts', 'is_open', state)
    const paymentId = await generatedValue('checkout_attempts', 'final_payment_id', state)
    const isFinal = isAttemptFinal(state)
    expect([state, isOpen, paymentId]).toEqual([state, !isFinal, isFinal ? 'pi_1' : null])
  }
})

test('holds.is_open is true in the states that may reserve stock', async () => {
  for (const state of holdStates)
    expect([state, await generatedValue('holds', 'is_open', state)]).toEqual([
      state,
      state === 'active' || state === 'paying',
    ])
})

test('utc_day returns the UTC day in any session time zone', async () => {
  await client.query(`set timezone to 'Pacific/Auckland'`)
  expect(await valueOf(`select utc_day('2031-05-01T23:30:00Z')::text as value`, [])).toBe('2031-05-01')
})

test('SQL functions return only declared error codes, and every code is returned somewhere', async () => {
  const folder = new URL('./functions/', import.meta.url)
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.sql'))
  const texts = await Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')))
  const topics = [
    'hold.placed',
    'hold.released',
    'hold.payment_started',
    'hold.payments_started',
    'hold.sold',
    'hold.expired',
    'hold.release_scheduled',
    'hold.release_cancelled',
    'event.rescheduled',
    'listing.updated',
  ]
  const literals = texts.flatMap((text) =>
    [...text.matchAll(/'((?:listing|hold|event)\.[a-z_]+)'/g)].map(([, code]) => code),
  )
  const blockers = ['event.cancelled', 'event.postponed']
  const written = new Set([...literals, ...blockers].filter((code) => !topics.includes(code ?? '')))
  const byCommand = 'listing.held_by_you'
  const known = [...holdLineCodes, ...releaseLineCodes].filter((code) => code !== byCommand)
  expect(written).toEqual(new Set(known))
})
