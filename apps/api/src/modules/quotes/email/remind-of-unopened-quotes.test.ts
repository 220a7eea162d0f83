import { notificationsRoutes } from '@terrace/contracts/notifications'
import { preferencesRoutes } from '@terrace/contracts/preferences'
import type { QuoteBodyInput } from '@terrace/contracts/quote-creation'
import { quotesRoutes } from '@terrace/contracts/quotes'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createViewCounter } from '../public-page/count-views.ts'
import { addEvent } from '#api/test/fixtures/factories.ts'
import { buildQuoteFixture, ofListings, type QuoteFixture } from '#api/test/fixtures/quote-fixture.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'
import { createTestClock, type TestClock } from '#api/test/harness/test-clock.ts'
import { remindOfUnopenedQuotes } from './remind-of-unopened-quotes.ts'

let market: QuoteFixture
let clock: TestClock
let broker: Caller
beforeAll(async () => {
  clock = createTestClock()
  market = await buildQuoteFixture({ clock })
})
afterAll(() => market.close())
beforeEach(async () => {
  // Reminders of earlier tests are of no interest.
  await sql`update quotes set reminder_due_at = null`.execute(market.db)
  clock.set(new Date())
  broker = await market.addBuyer()
})

const hours = (count: number) => count * 3_600_000
const remind = () => remindOfUnopenedQuotes({ db: market.db, clock })
const quote = async (values: Partial<QuoteBodyInput> = {}) =>
  market.quote({ title: 'Derby', client_name: 'Ada', ...ofListings(await market.list()), ...values }, broker)
const share = (...ids: string[]) => broker.call(quotesRoutes.share, { body: { quote_ids: ids } })
const send = (id: string) =>
  broker.call(quotesRoutes.send, { params: { quote_id: id }, body: { email: 'ada@example.test' } })

async function listed(by: Caller) {
  await market.deps.outbox.drain()
  return (await by.call(notificationsRoutes.list)).data.data.filter(({ kind }) => kind === 'quote_unopened')
}

test.each([
  [2, 0.5],
  [8, 2],
  [16, 4],
  [24, 4],
])('a quote valid for %i hours gets its reminder %d hours after sending', async (life, wait) => {
  const { id } = await quote({ quote_expiry: life })
  await send(id)
  clock.advance(hours(wait) - 1)
  expect(await remind()).toBe(0)
  clock.advance(1)
  expect(await remind()).toBe(1)
})

test('the reminder is listed for the quote’s creator, with a link to the quote', async () => {
  const colleague = await market.addBuyer({ teamId: broker.teamId })
  const { id } = await quote()
  await share(id)
  clock.advance(hours(1))
  await remind()
  expect(await listed(broker)).toMatchObject([
    {
      title: 'Client hasn’t opened “Derby”',
      detail: 'Ada',
      link: `/profile?tab=quotes&quote=${id}`,
      severity: 2,
    },
  ])
  expect(await listed(colleague)).toEqual([])
})

test('a quote that was neither sent nor shared has no reminder', async () => {
  await quote()
  clock.advance(hours(3))
  expect(await remind()).toBe(0)
})

test('sending and sharing again neither postpones nor repeats the reminder', async () => {
  const { id } = await quote()
  await share(id)
  clock.advance(hours(0.9))
  await send(id)
  clock.advance(hours(0.1))
  expect(await remind()).toBe(1)
  await send(id)
  clock.advance(hours(2))
  expect(await remind()).toBe(0)
})

test('an opened quote has no reminder', async () => {
  const { id } = await quote()
  await send(id)
  const views = createViewCounter({ ...market.deps, clock })
  views.recordView(id)
  await views.flush()
  clock.advance(hours(1))
  expect(await remind()).toBe(0)
})

test('a quote that was withdrawn, has expired or whose event was cancelled has no reminder', async () => {
  const withdrawn = await quote()
  const expired = await quote({ quote_expiry: 2 })
  const eventId = await addEvent(market.db, { venueId: market.venueId })
  const cancelled = await quote({ event_id: eventId, ...ofListings(await market.list({ eventId })) })
  await share(withdrawn.id, expired.id, cancelled.id)
  await broker.call(quotesRoutes.withdraw, { params: { quote_id: withdrawn.id }, body: {} })
  await sql`update events set status = 'cancelled' where id = ${eventId}`.execute(market.db)
  clock.advance(hours(2))
  expect(await remind()).toBe(0)
})

const withdraw = (id: string) => broker.call(quotesRoutes.withdraw, { params: { quote_id: id }, body: {} })
const undo = (id: string) => broker.call(quotesRoutes.undoWithdrawal, { params: { quote_id: id } })

test('a reminder that falls due while its quote is withdrawn is sent once after an undo', async () => {
  const { id } = await quote()
  await share(id)
  await withdraw(id)
  clock.advance(hours(1))
  expect(await remind()).toBe(0)
  await undo(id)
  expect(await remind()).toBe(1)
  expect(await remind()).toBe(0)
  expect(await listed(broker)).toMatchObject([{ link: `/profile?tab=quotes&quote=${id}` }])
})

test('after an undo, an opened quote gets no reminder, and other reminders are not early', async () => {
  const opened = await quote()
  const later = await quote({ quote_expiry: 8 })
  await share(opened.id, later.id)
  const views = createViewCounter({ ...market.deps, clock })
  views.recordView(opened.id)
  await views.flush()
  for (const { id } of [opened, later]) await withdraw(id)
  clock.advance(hours(1))
  expect(await remind()).toBe(0)
  for (const { id } of [opened, later]) await undo(id)
  expect(await remind()).toBe(0)
  clock.advance(hours(1))
  expect(await remind()).toBe(1)
})

test('a withdrawn quote that is reopened after its reminder was due has none', async () => {
  const { id } = await quote()
  await share(id)
  await withdraw(id)
  clock.advance(hours(1))
  await broker.call(quotesRoutes.reopen, { params: { quote_id: id }, body: { quote_expiry: 4 } })
  clock.advance(hours(1))
  expect(await remind()).toBe(0)
})

test('the reminder of a withdrawn quote ends with the quote', async () => {
  const { id } = await quote({ quote_expiry: 2 })
  await share(id)
  await withdraw(id)
  clock.advance(hours(2))
  expect(await remind()).toBe(0)
  const { rows } = await sql`select from quotes where reminder_due_at is not null`.execute(market.db)
  expect(rows).toHaveLength(0)
})

test('several processes remind once', async () => {
  const made = [await quote(), await quote(), await quote()]
  await share(...made.map(({ id }) => id))
  clock.advance(hours(1))
  const counts = await Promise.all(Array.from({ length: 6 }, remind))
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3)
  expect(await listed(broker)).toHaveLength(3)
})

test('an account that has switched reminders off gets none', async () => {
  await broker.call(preferencesRoutes.change, { body: { muted_notifications: ['quote_unopened'] } })
  const { id } = await quote()
  await share(id)
  clock.advance(hours(1))
  await remind()
  expect(await listed(broker)).toEqual([])
})

test('sharing names the team’s quotes only', async () => {
  const { id } = await quote()
  const stranger = await market.addBuyer()
  const { data } = await stranger.call(quotesRoutes.share, { body: { quote_ids: [id] } })
  expect(data.data.quote_ids).toEqual([])
  clock.advance(hours(1))
  expect(await remind()).toBe(0)
})
