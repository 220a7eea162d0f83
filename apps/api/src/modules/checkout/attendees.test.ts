import { checkoutRoutes } from '@terrace/contracts/checkout'
import { checkoutDraftRoutes } from '@terrace/contracts/checkout-draft'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chores } from '../../jobs/housekeeping.ts'
import { answerBank } from '../../test/bank-challenge.ts'
import { attendedBody, delivery, passport } from '../../test/attended-body.ts'
import { buildMarket, type Market } from '../../test/build-market.ts'
import type { Caller } from '../../test/build-test-app.ts'
import { wholeDatabase } from '../../test/whole-database.ts'
import { readAttendees } from '../orders/index.ts'

const lines: string[] = []
let market: Market
beforeAll(async () => {
  market = await buildMarket({ log: (line) => void lines.push(line) })
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

const asking = (asks: { delivery?: boolean; identification?: boolean }) => market.list({ asks })

async function refused(
  buyer: Caller,
  sent: ReturnType<typeof attendedBody>,
): Promise<Record<string, string[]>> {
  const answer = await buyer.call(checkoutRoutes.buy, { body: sent })
  expect([answer.status, answer.error.code]).toEqual([422, 'input.invalid'])
  return (answer.error.errors as { fields: Record<string, string[]> }).fields
}

const linesOf = async (attemptId: string) => {
  const { rows } = await sql<{ id: string; listing_id: string }>`
    select l.id, l.listing_id from order_lines l join orders o on o.id = l.order_id
    where o.attempt_id = ${attemptId}`.execute(market.db)
  return new Map(rows.map((row) => [row.listing_id, row.id]))
}

test('who attends goes with the line that asks for it, sealed, and is nowhere in clear: database, log, answers', async () => {
  const buyer = await market.addBuyer()
  const plain = { held: await market.hold(buyer, await market.list(), 1) }
  const identified = {
    held: await market.hold(buyer, await asking({ identification: true }), 2),
    attendees: [passport, { ...passport, first_name: ' Second ' }],
  }
  const delivered = {
    held: await market.hold(buyer, await asking({ delivery: true }), 1),
    attendees: [delivery],
  }
  const answer = await buyer.call(checkoutRoutes.buy, { body: attendedBody([plain, identified, delivered]) })
  const { attempt_id, status } = answer.data.data
  expect(status).toBe('confirmed')
  const ids = await linesOf(attempt_id)
  const kept = await readAttendees(market.db, market.deps.sealer, [...ids.values()])
  expect(kept.get(ids.get(identified.held.listing_id) ?? '')).toEqual([
    passport,
    { ...passport, first_name: 'Second' },
  ])
  expect(kept.get(ids.get(delivered.held.listing_id) ?? '')).toEqual([delivery])
  expect(kept.has(ids.get(plain.held.listing_id) ?? '')).toBe(false)
  const dump = await wholeDatabase(market.db)
  expect(dump).toContain(attempt_id)
  for (const secret of secrets) {
    expect(dump, secret).not.toContain(secret)
    expect(lines.join(''), secret).not.toContain(secret)
    expect(answer.text, secret).not.toContain(secret)
  }
  const { rows } = await sql`select from checkout_attempt_lines
    where attempt_id = ${attempt_id} and attendees is not null`.execute(market.db)
  expect(rows).toEqual([])
})

test('what is missing or wrong is named by its path, nothing is charged, and the tickets stay held', async () => {
  const buyer = await market.addBuyer()
  const plain = { held: await market.hold(buyer, await market.list(), 1) }
  const held = await market.hold(buyer, await asking({ identification: true }), 2)
  const before = market.deps.sandbox.faults.calls.length
  const broken = { ...passport, date_of_birth: '2999-01-01', document_number: undefined }
  expect(await refused(buyer, attendedBody([plain, { held, attendees: [passport, broken] }]))).toEqual({
    'listings_to_buy.1.attendees.1.date_of_birth': [expect.any(String)],
    'listings_to_buy.1.attendees.1.document_number': ['Document number is required'],
  })
  expect(await refused(buyer, attendedBody([{ held }]))).toEqual({
    'listings_to_buy.0.attendees': ['must hold one entry for each of the 2 tickets'],
  })
  expect(await refused(buyer, attendedBody([{ held, attendees: [passport] }]))).toEqual({
    'listings_to_buy.0.attendees': ['must hold one entry for each of the 2 tickets'],
  })
  expect(market.deps.sandbox.faults.calls.length).toBe(before)
  const { rows } = await sql`select state from holds where id = ${held.hold_id}`.execute(market.db)
  expect(rows).toEqual([{ state: 'active' }])
})

test('what a line does not ask for is not taken: details of another kind, or at the wrong line', async () => {
  const buyer = await market.addBuyer()
  const plain = await market.hold(buyer, await market.list(), 1)
  const held = await market.hold(buyer, await asking({ delivery: true }), 1)
  expect(
    await refused(
      buyer,
      attendedBody([{ held, attendees: [{ ...delivery, document_number: 'ZX9988776' }] }]),
    ),
  ).toEqual({ 'listings_to_buy.0.attendees.0.document_number': ['is not asked for these tickets'] })
  expect(await refused(buyer, attendedBody([{ held: plain, attendees: [delivery] }, { held }]))).toEqual({
    'listings_to_buy.0.attendees': ['these tickets ask for no attendee details'],
    'listings_to_buy.1.attendees': ['must hold one entry for the ticket'],
  })
  const unknown = { ...delivery, shoe_size: '9' }
  expect(await refused(buyer, attendedBody([{ held, attendees: [unknown] }]))).toEqual({
    'listings_to_buy.0.attendees.0.shoe_size': ['is not a known field'],
  })
})

test('[X-PAY-03] a card number typed as the telephone of somebody who attends is refused', async () => {
  const buyer = await market.addBuyer()
  const held = await market.hold(buyer, await asking({ delivery: true }), 1)
  const typed = { ...delivery, phone: '4242 4242 4242 4242' }
  expect(await refused(buyer, attendedBody([{ held, attendees: [typed] }]))).toEqual({
    'listings_to_buy.0.attendees.0.phone': ['must be a telephone number, never a card number'],
  })
})

test('after a declined card nothing of who attends is left with the attempt', async () => {
  const buyer = await market.addBuyer()
  const held = await market.hold(buyer, await asking({ identification: true }), 1)
  const sent = attendedBody([{ held, attendees: [passport] }], 'pm_card_visa_chargeDeclined')
  const { data } = (await buyer.call(checkoutRoutes.buy, { body: sent })).data
  expect(data.status).toBe('declined')
  const { rows } = await sql`select attendees from checkout_attempt_lines
    where attempt_id = ${data.attempt_id}`.execute(market.db)
  expect(rows).toEqual([{ attendees: null }])
})

test('who attends waits sealed for the bank’s answer, and the order has it whoever finishes the payment', async () => {
  const buyer = await market.addBuyer()
  const held = await market.hold(buyer, await asking({ identification: true }), 1)
  const sent = attendedBody([{ held, attendees: [passport] }], 'pm_card_threeDSecure2Required')
  const { data } = (await buyer.call(checkoutRoutes.buy, { body: sent })).data
  expect(await wholeDatabase(market.db)).not.toContain('ZX9988776')
  await answerBank(market, data.next_action?.url ?? '', 'approve')
  const phone = await market.addBuyer({ teamId: buyer.teamId, teamRole: 'member' })
  const open = (await phone.call(checkoutRoutes.openAttempts)).data.data
  expect(open).toMatchObject([
    { attempt_id: data.attempt_id, status: 'requires_action', hold_ids: [held.hold_id] },
  ])
  const params = { attempt_id: data.attempt_id }
  expect((await phone.call(checkoutRoutes.attempt, { params })).data.data.status).toBe('confirmed')
  expect((await phone.call(checkoutRoutes.openAttempts)).data.data).toEqual([])
  const lineId = (await linesOf(data.attempt_id)).get(held.listing_id) ?? ''
  expect(await readAttendees(market.db, market.deps.sealer, [lineId])).toEqual(
    new Map([[lineId, [passport]]]),
  )
})

test('[X-ROLE-04] another team sees neither a running payment nor a draft', async () => {
  const [buyer, stranger] = [await market.addBuyer(), await market.addBuyer()]
  const held = await market.hold(buyer, await asking({ identification: true }), 1)
  const sent = attendedBody([{ held, attendees: [passport] }], 'pm_card_threeDSecure2Required')
  await buyer.call(checkoutRoutes.buy, { body: sent })
  const kept = {
    email_address: 'jo@post.example',
    listings: [{ listing_id: held.listing_id, attendees: [passport] }],
  }
  await buyer.call(checkoutDraftRoutes.keep, { body: kept })
  expect((await stranger.call(checkoutRoutes.openAttempts)).data.data).toEqual([])
  expect((await stranger.call(checkoutDraftRoutes.read)).data.data).toEqual({ listings: [] })
  const answer = await stranger.call(checkoutDraftRoutes.keep, { body: kept })
  expect([answer.status, answer.error.code]).toEqual([409, 'checkout.draft_not_held'])
})

test('identity data is forgotten 30 days after the event, drafts with it, and the job says how many', async () => {
  const own = await buildMarket()
  const buyer = await own.addBuyer()
  const listingId = await own.list({ asks: { identification: true } })
  const held = await own.hold(buyer, listingId, 1)
  await buyer.call(checkoutRoutes.buy, { body: attendedBody([{ held, attendees: [passport] }]) })
  await own.hold(buyer, listingId, 1)
  await buyer.call(checkoutDraftRoutes.keep, {
    body: { contact_number: '020', listings: [{ listing_id: listingId, attendees: [passport] }] },
  })
  const run = (name: string) => chores.find((chore) => chore.name === name)?.run(own.db)
  const began = (days: number) =>
    sql`update events set starts_at = clock_timestamp() - make_interval(days => ${days})`.execute(own.db)
  await began(29)
  expect([await run('forget-attendees'), await run('forget-checkout-drafts')]).toEqual([0, 0])
  await began(31)
  await sql`update checkout_contacts set updated_at = clock_timestamp() - interval '31 days'`.execute(own.db)
  expect([await run('forget-attendees'), await run('forget-checkout-drafts')]).toEqual([1, 2])
  const { rows } = await sql`select from order_lines where attendees is not null`.execute(own.db)
  expect(rows).toEqual([])
  expect((await buyer.call(checkoutDraftRoutes.read)).data.data).toEqual({ listings: [] })
  await own.close()
})
