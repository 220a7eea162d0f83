import { checkoutRoutes } from '@terrace/contracts/checkout'
import { holdsRoutes } from '@terrace/contracts/holds'
import { quotesRoutes } from '@terrace/contracts/quotes'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { purchaseBody } from '#api/test/fixtures/purchase-body.ts'
import { allOf, buildQuoteFixture, ofListings, type QuoteFixture } from '#api/test/fixtures/quote-fixture.ts'
import { createTestClock, type TestClock } from '#api/test/harness/test-clock.ts'

let market: QuoteFixture
let clock: TestClock
beforeAll(async () => {
  clock = createTestClock()
  market = await buildQuoteFixture({ clock })
  // The checkout calls the sandbox over HTTP, like a real provider.
  await market.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => market.close())

interface Named {
  id: string
}
const of = ({ id }: Named) => ({ params: { quote_id: id } })
const withdraw = (quote: Named) => market.broker.call(quotesRoutes.withdraw, { ...of(quote), body: {} })
const undo = (quote: Named) => market.broker.call(quotesRoutes.undoWithdrawal, of(quote))
const eventsOf = async (quote: Named) =>
  (await market.quoteNow(quote.id)).history.map(({ event }) => event).toReversed()
const fresh = async () => market.quote({ client_name: 'Ada', ...ofListings(await market.list()) })

async function quoteOfHold() {
  const held = await market.hold(market.broker, await market.list({ quantity: 2 }), 2)
  return { held, quote: await market.quote({ hold_ids: [held.hold_id] }) }
}

test('undoing a withdrawal restores link, offers, response and expiry, and is in the history', async () => {
  const quote = await fresh()
  await market.accept(quote.slug, allOf(quote.offers))
  const before = await market.quoteNow(quote.id)
  await withdraw(quote)
  await market.deps.outbox.drain()
  expect((await market.openQuote(quote.slug)).status).toBe(410)
  const { data } = await undo(quote)
  const { history, ...shown } = data.data
  const { history: historyBefore, ...shownBefore } = before
  expect(shown).toEqual(shownBefore)
  expect(history.map(({ event }) => event)).toEqual([
    'withdrawal_undone',
    'withdrawn',
    ...historyBefore.map(({ event }) => event),
  ])
  await market.deps.outbox.drain()
  expect((await market.openQuote(quote.slug)).data.data.status).toBe('Accepted')
})

test('repeating an undo changes nothing, even after the client has responded', async () => {
  const quote = await fresh()
  await withdraw(quote)
  const [first, second] = await Promise.all([undo(quote), undo(quote)])
  expect([first?.status, second?.status]).toEqual([200, 200])
  await market.decline(quote.slug)
  expect((await undo(quote)).data.data.status).toBe('Declined')
  expect(await eventsOf(quote)).toEqual(['created', 'withdrawn', 'withdrawal_undone', 'declined'])
})

test('undo is rejected for quotes that were never withdrawn or have been reopened', async () => {
  const quote = await fresh()
  expect((await undo(quote)).error.code).toBe('quote.invalid_state')
  await withdraw(quote)
  await market.broker.call(quotesRoutes.reopen, { ...of(quote), body: { quote_expiry: 2 } })
  expect((await undo(quote)).error.code).toBe('quote.invalid_state')
})

test('the withdrawal of an expired quote cannot be undone, and the error gives the reason', async () => {
  const quote = await fresh()
  await withdraw(quote)
  // The clock cannot pass the expiry and return: that expires the holds of later tests.
  clock.advance(1000)
  await sql`update quotes set expires_at = ${clock.now()} where id = ${quote.id}`.execute(market.db)
  const rejected = await undo(quote)
  expect([rejected.status, rejected.error.code]).toEqual([409, 'quote.withdrawal_final'])
  expect(rejected.error.errors['title']).toBe(
    'This quote has expired since. Copy or reopen it to offer it again',
  )
  expect((await market.quoteNow(quote.id)).status).toBe('Withdrawn')
})

test("a withdrawal cannot be undone once the quote's held tickets are released", async () => {
  const { held, quote } = await quoteOfHold()
  await withdraw(quote)
  await market.broker.call(holdsRoutes.release, { body: [{ hold_id: held.hold_id, quantity: 1 }] })
  expect((await undo(quote)).error.errors['title']).toBe(
    'Some tickets of this quote are no longer held. Reopen it to offer what is available',
  )
})

const heldUntil = async (slug: string) =>
  (await market.openQuote(slug)).data.data.response?.held_until ?? null

test('undoing a withdrawal never promises held tickets that another client has accepted', async () => {
  const { held, quote } = await quoteOfHold()
  const other = await market.quote({ hold_ids: [held.hold_id] })
  await market.accept(quote.slug, allOf(quote.offers))
  await withdraw(quote)
  await market.accept(other.slug, allOf(other.offers), 'Grace')
  expect((await undo(quote)).error.code).toBe('quote.withdrawal_final')
  await market.deps.outbox.drain()
  expect(await heldUntil(other.slug)).not.toBeNull()
})

test('a concurrent undo and acceptance promise the same held tickets to one client only', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { held, quote } = await quoteOfHold()
    const other = await market.quote({ hold_ids: [held.hold_id] })
    await market.accept(quote.slug, allOf(quote.offers))
    await withdraw(quote)
    const [, undone] = await Promise.all([
      market.accept(other.slug, allOf(other.offers), 'Grace'),
      undo(quote),
    ])
    await market.deps.outbox.drain()
    const ends = [await heldUntil(other.slug), undone.ok ? await heldUntil(quote.slug) : null]
    expect(ends.filter((end) => end !== null)).toHaveLength(1)
  }
})

test('a withdrawn quote whose tickets were bought stays ordered', async () => {
  const { held, quote } = await quoteOfHold()
  await withdraw(quote)
  const bought = await market.broker.call(checkoutRoutes.buy, {
    body: { ...purchaseBody([held]), quote_slug: quote.slug },
  })
  expect(bought.data.data.status).toBe('confirmed')
  expect((await undo(quote)).error.errors['title']).toBe('This quote has been bought since')
  expect((await market.quoteNow(quote.id)).status).toBe('Ordered')
})

test('concurrent withdrawal, undo, response and purchase leave one consistent quote', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { held, quote } = await quoteOfHold()
    if (round % 2 === 0) await withdraw(quote)
    const results = await Promise.all([
      withdraw(quote),
      undo(quote),
      market.accept(quote.slug, allOf(quote.offers)),
      ...(round < 4
        ? []
        : [
            market.broker.call(checkoutRoutes.buy, {
              body: { ...purchaseBody([held]), quote_slug: quote.slug },
            }),
          ]),
      undo(quote),
    ])
    expect(results.filter(({ status }) => status >= 500)).toEqual([])
    const { status, response } = await market.quoteNow(quote.id)
    const events = await eventsOf(quote)
    const last = events.findLast((event) => event !== 'viewed')
    if (events.includes('ordered')) expect(status).toBe('Ordered')
    else if (last === 'withdrawn') expect(status).toBe('Withdrawn')
    else expect(status).toBe(response === null ? 'Active' : 'Accepted')
    // Each undo belongs to one withdrawal.
    const count = (name: string) => events.filter((event) => event === name).length
    expect(count('withdrawal_undone')).toBeLessThanOrEqual(count('withdrawn'))
  }
})
