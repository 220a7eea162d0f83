import { checkoutRoutes } from '@terrace/contracts/checkout'
import { clientsRoutes } from '@terrace/contracts/clients'
import { ordersRoutes } from '@terrace/contracts/orders'
import { savedPeopleRoutes } from '@terrace/contracts/saved-people'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { terminalCaller } from '#api/audit/caller.ts'
import { readSecurityEvents } from '#api/audit/audit.repo.ts'
import { addQuoteEmails, addTeamWithQuote } from '#api/test/fixtures/retained-rows.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { purchaseBody } from '#api/test/fixtures/purchase-body.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'
import { erasePerson, exportPerson, planErasure } from './index.ts'

let market: Marketplace
beforeAll(async () => {
  market = await buildMarketplace()
})
afterAll(() => market.close())

const erase = (email: string) => erasePerson(market.deps, { email, caller: terminalCaller() })
const exported = async (email: string) =>
  JSON.stringify(await exportPerson(market.deps, { email, caller: terminalCaller() }))

async function addClient(by: Caller, email: string, name = 'Ada Lovelace'): Promise<string> {
  const body = { name, email, company: 'Analytical Travel', notes: 'Aisle seats' }
  return (await by.call(clientsRoutes.create, { body })).data.data.id
}

/** An acceptance as the public page records it. */
const addResponse = (quoteId: string, name: string, email: string) =>
  sql`insert into quote_history (quote_id, at, event, actor_name, details)
    values (${quoteId}, now(), 'accepted', ${name},
      ${JSON.stringify({ email, held: false, holds: [], offers: [] })}::jsonb)`.execute(market.db)

/** Buys two tickets for the client. */
async function buyFor(buyer: Caller, clientId: string): Promise<string> {
  const held = await market.hold(buyer, await market.list({ quantity: 2 }), 2)
  const { data } = await buyer.call(checkoutRoutes.buy, {
    body: { ...purchaseBody([held]), client_id: clientId },
  })
  return data.data.order?.id ?? ''
}

const settle = (orderId: string) =>
  sql`update order_lines set state = 'delivered' where order_id = ${orderId}`.execute(market.db)
const setEvent = (days: number) =>
  sql`update events set starts_at = now() + make_interval(days => ${days})`.execute(market.db)

test('an end customer is exported and erased everywhere, and others stay', async () => {
  const [buyer, other] = [await market.addBuyer(), await market.addBuyer()]
  const email = 'ada@example.test'
  await addClient(buyer, 'Ada@Example.test')
  await addClient(other, email)
  await addClient(buyer, 'grace@example.test', 'Grace Hopper')
  const address = { line1: '1 St James Square', city: 'London', postcode: 'SW1', country_code: 'GB' }
  const person = { first_name: 'Ada', last_name: 'Lovelace', email, phone: '+442079460123', address }
  await buyer.call(savedPeopleRoutes.save, { body: { people: [person] } })
  const quoteId = await addTeamWithQuote(market)
  await addQuoteEmails(market.db, { quoteId, count: 2, days: 3 })
  await sql`update quotes set response_kind = 'accepted', state = 'accepted', responded_at = now(), response_name = 'Ada L.',
    response_email = ${email}, client_name = 'Ada' where id = ${quoteId}`.execute(market.db)
  await addResponse(quoteId, 'Ada L.', email)
  const before = await exported(email)
  for (const text of ['Analytical Travel', '1 St James Square', 'Ada L.']) expect(before).toContain(text)
  expect(before).not.toMatch(/Grace|password|hash|tm_|usr_/)

  expect(await readSecurityEvents(market.db, { kind: 'privacy.person_exported', limit: 1 })).toHaveLength(1)

  const plan = await planErasure(market.deps, email)
  expect(plan.refusals).toEqual([])
  expect(plan.goes).toEqual([
    '2 × entry in a client book',
    '1 × saved attendee',
    '1 × name, answer and address on a quote',
    '2 × record of an emailed quote',
  ])
  expect(await exported(email)).toBe(before)

  await erase(email)
  expect(await exported(email)).not.toMatch(/Ada |Analytical|James/)
  const { rows } = await sql`select q.client_name, q.response_name, q.response_email, h.actor_name, h.details,
      (select count(*)::int from quote_emails where quote_id = q.id) as emails
    from quotes q join quote_history h on h.quote_id = q.id where q.id = ${quoteId}`.execute(market.db)
  expect(rows).toEqual([
    {
      client_name: null,
      response_name: null,
      response_email: null,
      actor_name: null,
      details: { held: false, holds: [], offers: [] },
      emails: 0,
    },
  ])
  const left = await buyer.call(clientsRoutes.list, { query: {} })
  expect(left.data.data.map(({ name }) => name)).toEqual(['Grace Hopper'])
  const [record] = await readSecurityEvents(market.db, { kind: 'privacy.person_erased', limit: 1 })
  expect(record?.details).toEqual({ records: 6, orders_kept: 0 })
})

test('a person who responded to a quote before someone else did is found and erased, with the address', async () => {
  const quoteId = await addTeamWithQuote(market)
  await addResponse(quoteId, 'Alice Private', 'Alice@example.test')
  await addResponse(quoteId, 'Bob Later', 'bob@example.test')
  await sql`update quotes set response_kind = 'accepted', state = 'accepted', responded_at = now(), response_name = 'Bob Later',
    response_email = 'bob@example.test' where id = ${quoteId}`.execute(market.db)
  const before = await exported('alice@example.test')
  expect(before).toContain('Alice Private')
  expect(before).not.toMatch(/bob/i)

  const plan = await erase('alice@example.test')
  expect(plan.goes).toEqual(['1 × name, answer and address on a quote'])
  const { rows } = await sql<{ text: string }>`
    select h::text as text from quote_history h where quote_id = ${quoteId}`.execute(market.db)
  expect(rows).toHaveLength(2)
  expect(rows.map(({ text }) => text).join()).not.toMatch(/alice|bob|@/i)
  expect(await exported('bob@example.test')).not.toContain('Bob')
})

test('an order that is not delivered, or whose event is to come, refuses the erasure and names it; nothing changes', async () => {
  const buyer = await market.addBuyer()
  const email = 'running@example.test'
  const clientId = await addClient(buyer, email)
  const orderId = await buyFor(buyer, clientId)
  await setEvent(20)
  await expect(erase(email)).rejects.toMatchObject({
    code: 'privacy.still_needed',
    title: expect.stringMatching(/order \d+ is not delivered; the event of order \d+ is not over/),
  })
  await settle(orderId)
  await expect(erase(email)).rejects.toThrow('privacy.still_needed')
  expect(await exported(email)).toContain('Analytical Travel')
  await setEvent(-2)
  await erase(email)
  const order = (await buyer.call(ordersRoutes.one, { params: { order_id: orderId } })).data.data
  expect(order).toMatchObject({ id: orderId, client: null })
  const { rows } = await sql<{ search_text: string; total_minor: string }>`
    select search_text, client_name, email, phone from orders where id = ${orderId}`.execute(market.db)
  expect(rows).toMatchObject([{ client_name: null, email: 'erased@erased.invalid', phone: '' }])
  expect(rows[0]?.search_text).not.toContain('lovelace')
  await setEvent(20)
})

test('a purchase for a client at the moment of the erasure is not lost', async () => {
  const buyer = await market.addBuyer()
  for (let round = 0; round < 4; round += 1) {
    const email = `race-${round}@example.test`
    const clientId = await addClient(buyer, email, `Race ${round}`)
    const held = await market.hold(buyer, await market.list({ quantity: 2 }), 2)
    const [bought, erased] = await Promise.allSettled([
      buyer.call(checkoutRoutes.buy, { body: { ...purchaseBody([held]), client_id: clientId } }),
      erase(email),
    ])
    if (bought.status === 'rejected') throw bought.reason
    if (!bought.value.ok) {
      // The client was gone before the payment began, so nothing was charged.
      expect(['client.not_found', 'client.unknown']).toContain(bought.value.error.code)
      expect(erased.status).toBe('fulfilled')
      continue
    }
    const orderId = bought.value.data.data.order?.id ?? ''
    const order = (await buyer.call(ordersRoutes.one, { params: { order_id: orderId } })).data.data
    expect(order.lines).toHaveLength(1)
    // Either the order came first and refused the erasure, or the client was erased before it.
    if (erased.status === 'rejected') expect(order.client).toMatchObject({ id: clientId })
    else expect(order.client?.id ?? null).toBeNull()
  }
})

test('an address with an open account is refused', async () => {
  const { accountId } = await market.addBuyer()
  const { rows } = await sql<{
    email: string
  }>`select email from accounts where id = ${accountId}`.execute(market.db)
  await expect(erase(rows[0]?.email ?? '')).rejects.toMatchObject({
    title: expect.stringContaining('close it first'),
  })
})
