import { checkoutRoutes } from '@terrace/contracts/checkout'
import { checkoutDraftRoutes } from '@terrace/contracts/checkout-draft'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runNightly } from '#api/test/fixtures/run-nightly.ts'
import { completeBankChallenge } from '#api/test/fakes/bank-challenge.ts'
import { purchaseBodyWithAttendees, delivery, passport } from '#api/test/fixtures/attendees-body.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'
import { dumpDatabase } from '#api/test/harness/dump-database.ts'
import { readAttendees } from '#api/modules/orders/index.ts'

const lines: string[] = []
let market: Marketplace
beforeAll(async () => {
  market = await buildMarketplace({ log: (line) => void lines.push(line) })
})
afterAll(() => market.close())

const secrets = [
  'Quillfeather',
  'ZX9988776',
  '1987-03-09',
  'Marchbanks',
  'thaddeus@',
  'Whitlock',
  '7946 0188',
]

const listRequiring = (asks: { delivery?: boolean; identification?: boolean }) =>
  market.list({ attendeeDetails: asks })

async function rejectedFields(
  buyer: Caller,
  payload: ReturnType<typeof purchaseBodyWithAttendees>,
): Promise<Record<string, string[]>> {
  const response = await buyer.call(checkoutRoutes.buy, { body: payload })
  expect([response.status, response.error.code]).toEqual([422, 'input.invalid'])
  return (response.error.errors as { fields: Record<string, string[]> }).fields
}

const linesOf = async (attemptId: string) => {
  const { rows } = await sql<{ id: string; listing_id: string }>`
    select l.id, l.listing_id from order_lines l join orders o on o.id = l.order_id
    where o.attempt_id = ${attemptId}`.execute(market.db)
  return new Map(rows.map((row) => [row.listing_id, row.id]))
}

test('attendee details are stored encrypted and never appear in database, log or responses', async () => {
  const buyer = await market.addBuyer()
  const withoutAttendees = { held: await market.hold(buyer, await market.list(), 1) }
  const identified = {
    held: await market.hold(buyer, await listRequiring({ identification: true }), 2),
    attendees: [passport, { ...passport, first_name: ' Second ' }],
  }
  const delivered = {
    held: await market.hold(buyer, await listRequiring({ delivery: true }), 1),
    attendees: [delivery],
  }
  const response = await buyer.call(checkoutRoutes.buy, {
    body: purchaseBodyWithAttendees([withoutAttendees, identified, delivered]),
  })
  const { attempt_id, status } = response.data.data
  expect(status).toBe('confirmed')
  const ids = await linesOf(attempt_id)
  const savedAttendees = await readAttendees(market.db, market.deps.fieldCipher, [...ids.values()])
  expect(savedAttendees.get(ids.get(identified.held.listing_id) ?? '')).toEqual([
    passport,
    { ...passport, first_name: 'Second' },
  ])
  expect(savedAttendees.get(ids.get(delivered.held.listing_id) ?? '')).toEqual([delivery])
  expect(savedAttendees.has(ids.get(withoutAttendees.held.listing_id) ?? '')).toBe(false)
  const dump = await dumpDatabase(market.db)
  expect(dump).toContain(attempt_id)
  for (const secret of secrets) {
    expect(dump, secret).not.toContain(secret)
    expect(lines.join(''), secret).not.toContain(secret)
    expect(response.text, secret).not.toContain(secret)
  }
  const { rows } = await sql`select from checkout_attempt_lines
    where attempt_id = ${attempt_id} and attendees is not null`.execute(market.db)
  expect(rows).toEqual([])
})

test('missing or invalid details are named by path, nothing is charged and the holds remain', async () => {
  const buyer = await market.addBuyer()
  const withoutAttendees = { held: await market.hold(buyer, await market.list(), 1) }
  const held = await market.hold(buyer, await listRequiring({ identification: true }), 2)
  const before = market.deps.sandbox.faults.calls.length
  const invalidPassport = { ...passport, date_of_birth: '2999-01-01', document_number: undefined }
  expect(
    await rejectedFields(
      buyer,
      purchaseBodyWithAttendees([withoutAttendees, { held, attendees: [passport, invalidPassport] }]),
    ),
  ).toEqual({
    'listings_to_buy.1.attendees.1.date_of_birth': [expect.any(String)],
    'listings_to_buy.1.attendees.1.document_number': ['Document number is required'],
  })
  expect(await rejectedFields(buyer, purchaseBodyWithAttendees([{ held }]))).toEqual({
    'listings_to_buy.0.attendees': ['must have one entry for each of the 2 tickets'],
  })
  expect(await rejectedFields(buyer, purchaseBodyWithAttendees([{ held, attendees: [passport] }]))).toEqual({
    'listings_to_buy.0.attendees': ['must have one entry for each of the 2 tickets'],
  })
  expect(market.deps.sandbox.faults.calls.length).toBe(before)
  const { rows } = await sql`select state from holds where id = ${held.hold_id}`.execute(market.db)
  expect(rows).toEqual([{ state: 'active' }])
})

test('details a line does not require are rejected', async () => {
  const buyer = await market.addBuyer()
  const withoutAttendees = await market.hold(buyer, await market.list(), 1)
  const held = await market.hold(buyer, await listRequiring({ delivery: true }), 1)
  expect(
    await rejectedFields(
      buyer,
      purchaseBodyWithAttendees([{ held, attendees: [{ ...delivery, document_number: 'ZX9988776' }] }]),
    ),
  ).toEqual({ 'listings_to_buy.0.attendees.0.document_number': ['is not needed for these tickets'] })
  expect(
    await rejectedFields(
      buyer,
      purchaseBodyWithAttendees([{ held: withoutAttendees, attendees: [delivery] }, { held }]),
    ),
  ).toEqual({
    'listings_to_buy.0.attendees': ['these tickets don’t need attendee details'],
    'listings_to_buy.1.attendees': ['must have one entry for the ticket'],
  })
  const unknown = { ...delivery, shoe_size: '9' }
  expect(await rejectedFields(buyer, purchaseBodyWithAttendees([{ held, attendees: [unknown] }]))).toEqual({
    'listings_to_buy.0.attendees.0.shoe_size': ['is not a known field'],
  })
})

test('[X-PAY-03] a card number in an attendee’s phone field is rejected', async () => {
  const buyer = await market.addBuyer()
  const held = await market.hold(buyer, await listRequiring({ delivery: true }), 1)
  const typed = { ...delivery, phone: '4242 4242 4242 4242' }
  expect(await rejectedFields(buyer, purchaseBodyWithAttendees([{ held, attendees: [typed] }]))).toEqual({
    'listings_to_buy.0.attendees.0.phone': ['must be a telephone number, never a card number'],
  })
})

test('a declined payment deletes the attendee details of its attempt', async () => {
  const buyer = await market.addBuyer()
  const held = await market.hold(buyer, await listRequiring({ identification: true }), 1)
  const payload = purchaseBodyWithAttendees([{ held, attendees: [passport] }], 'pm_card_visa_chargeDeclined')
  const { data } = (await buyer.call(checkoutRoutes.buy, { body: payload })).data
  expect(data.status).toBe('declined')
  const { rows } = await sql`select attendees from checkout_attempt_lines
    where attempt_id = ${data.attempt_id}`.execute(market.db)
  expect(rows).toEqual([{ attendees: null }])
})

test('attendee details stay encrypted during a bank challenge and reach the order in every case', async () => {
  const buyer = await market.addBuyer()
  const held = await market.hold(buyer, await listRequiring({ identification: true }), 1)
  const payload = purchaseBodyWithAttendees(
    [{ held, attendees: [passport] }],
    'pm_card_threeDSecure2Required',
  )
  const { data } = (await buyer.call(checkoutRoutes.buy, { body: payload })).data
  expect(await dumpDatabase(market.db)).not.toContain('ZX9988776')
  await completeBankChallenge(market, data.next_action?.url ?? '', 'approve')
  const phone = await market.addBuyer({ teamId: buyer.teamId, teamRole: 'member' })
  const open = (await phone.call(checkoutRoutes.openAttempts)).data.data
  expect(open).toMatchObject([
    { attempt_id: data.attempt_id, status: 'requires_action', hold_ids: [held.hold_id] },
  ])
  const params = { attempt_id: data.attempt_id }
  expect((await phone.call(checkoutRoutes.attempt, { params })).data.data.status).toBe('confirmed')
  expect((await phone.call(checkoutRoutes.openAttempts)).data.data).toEqual([])
  const lineId = (await linesOf(data.attempt_id)).get(held.listing_id) ?? ''
  expect(await readAttendees(market.db, market.deps.fieldCipher, [lineId])).toEqual(
    new Map([[lineId, [passport]]]),
  )
})

test('[X-ROLE-04] another team sees neither open payments nor drafts', async () => {
  const [buyer, otherBuyer] = [await market.addBuyer(), await market.addBuyer()]
  const held = await market.hold(buyer, await listRequiring({ identification: true }), 1)
  const payload = purchaseBodyWithAttendees(
    [{ held, attendees: [passport] }],
    'pm_card_threeDSecure2Required',
  )
  await buyer.call(checkoutRoutes.buy, { body: payload })
  const savedAttendees = {
    email_address: 'jo@post.example',
    listings: [{ listing_id: held.listing_id, attendees: [passport] }],
  }
  await buyer.call(checkoutDraftRoutes.save, { body: savedAttendees })
  expect((await otherBuyer.call(checkoutRoutes.openAttempts)).data.data).toEqual([])
  expect((await otherBuyer.call(checkoutDraftRoutes.read)).data.data).toEqual({ listings: [] })
  const response = await otherBuyer.call(checkoutDraftRoutes.save, { body: savedAttendees })
  expect([response.status, response.error.code]).toEqual([409, 'checkout.draft_not_held'])
})

test('identity data and drafts are deleted 30 days after the event, and the job counts them', async () => {
  const otherMarket = await buildMarketplace()
  const buyer = await otherMarket.addBuyer()
  const listingId = await otherMarket.list({ attendeeDetails: { identification: true } })
  const held = await otherMarket.hold(buyer, listingId, 1)
  await buyer.call(checkoutRoutes.buy, { body: purchaseBodyWithAttendees([{ held, attendees: [passport] }]) })
  await otherMarket.hold(buyer, listingId, 1)
  await buyer.call(checkoutDraftRoutes.save, {
    body: { contact_number: '020', listings: [{ listing_id: listingId, attendees: [passport] }] },
  })
  const removed = async () => {
    const runs = await runNightly(otherMarket.db)
    return ['attendees', 'checkout_drafts', 'checkout_contacts'].map((name) => runs.get(name)?.removed)
  }
  const backdateEvent = (days: number) =>
    sql`update events set starts_at = clock_timestamp() - make_interval(days => ${days})`.execute(
      otherMarket.db,
    )
  await backdateEvent(29)
  expect(await removed()).toEqual([0, 0, 0])
  await backdateEvent(31)
  await sql`update checkout_contacts set updated_at = clock_timestamp() - interval '31 days'`.execute(
    otherMarket.db,
  )
  expect(await removed()).toEqual([1, 1, 1])
  const { rows } = await sql`select from order_lines where attendees is not null`.execute(otherMarket.db)
  expect(rows).toEqual([])
  expect((await buyer.call(checkoutDraftRoutes.read)).data.data).toEqual({ listings: [] })
  await otherMarket.close()
})
