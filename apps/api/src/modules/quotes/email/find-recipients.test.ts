import { clientsRoutes } from '@terrace/contracts/clients'
import { quotesRoutes } from '@terrace/contracts/quotes'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allOf, buildQuoteFixture, ofListings, type QuoteFixture } from '#api/test/fixtures/quote-fixture.ts'

let market: QuoteFixture
beforeAll(async () => {
  market = await buildQuoteFixture()
})
afterAll(() => market.close())

const recipients = async (ids: string[], by = market.broker) =>
  (await by.call(quotesRoutes.recipients, { query: { quote_ids: ids.join(',') } })).data.data
const quote = async (values = {}) => market.quote({ ...ofListings(await market.list()), ...values })

test('finds the address of the last email, else of the response, else of the client book', async () => {
  const { data } = await market.broker.call(clientsRoutes.create, {
    body: { name: 'Grace Hopper', email: 'grace@example.test' },
  })
  const booked = await quote({ client_id: data.data.id })
  const responded = await quote({ client_id: data.data.id })
  await market.accept(responded.slug, allOf(responded.offers))
  const sent = await quote({ client_id: data.data.id })
  for (const email of ['first@example.test', 'last@example.test'])
    await market.broker.call(quotesRoutes.send, { params: { quote_id: sent.id }, body: { email } })
  const unknown = await quote()
  const found = await recipients([booked.id, responded.id, sent.id, unknown.id])
  expect(new Map(found.map(({ quote_id, email }) => [quote_id, email]))).toEqual(
    new Map([
      [booked.id, 'grace@example.test'],
      [responded.id, 'ada@example.test'],
      [sent.id, 'last@example.test'],
    ]),
  )
})

test('no address of another team’s quote is returned', async () => {
  const sent = await quote()
  await market.broker.call(quotesRoutes.send, {
    params: { quote_id: sent.id },
    body: { email: 'ada@example.test' },
  })
  expect(await recipients([sent.id], await market.addBuyer())).toEqual([])
})

test('an email is sent once, and its repeated request succeeds also after the quote ended', async () => {
  const { id } = await quote()
  const send = (idempotencyKey: string) =>
    market.broker.call(quotesRoutes.send, {
      params: { quote_id: id },
      body: { email: 'ada@example.test' },
      idempotencyKey,
    })
  const first = await send(`send-${id}`)
  const ended = await market.broker.call(quotesRoutes.withdraw, {
    params: { quote_id: id },
    body: { reason: 'Sold out' },
  })
  expect(ended.status).toBe(200)
  const repeated = await send(`send-${id}`)
  expect([first.status, repeated.status]).toEqual([200, 200])
  expect((await send(`again-${id}`)).error.code).toBe('quote.invalid_state')
  const { rows } = await sql`select from quote_emails where quote_id = ${id}`.execute(market.db)
  expect(rows).toHaveLength(1)
})
