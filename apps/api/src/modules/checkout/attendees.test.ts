import type { WireAttendee } from '@terrace/contracts/attendees'
import { checkoutRoutes } from '@terrace/contracts/checkout'
import { checkoutDraftRoutes } from '@terrace/contracts/checkout-draft'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chores } from '../../jobs/housekeeping.ts'
import { answerBank } from '../../test/bank-challenge.ts'
import { buildMarket, type Market } from '../../test/build-market.ts'
import type { Caller } from '../../test/build-test-app.ts'
import { lapse } from '../../test/lapse-hold.ts'
import { purchaseBody, type HeldTickets } from '../../test/purchase-body.ts'
import { wholeDatabase } from '../../test/whole-database.ts'
import { readAttendees } from '../orders/index.ts'

const lines: string[] = []
let market: Market
beforeAll(async () => {
  market = await buildMarket({ log: (line) => void lines.push(line) })
})
afterAll(() => market.close())

const passport: WireAttendee = {
  first_name: 'Ottoline',
  last_name: 'Quillfeather',
  date_of_birth: '1987-03-09',
  nationality: 'PL',
  document_type: 'passport',
  document_number: 'ZX9988776',
}
const delivery: WireAttendee = {
  first_name: 'Thaddeus',
  last_name: 'Marchbanks',
  email: 'thaddeus@post.example',
  phone: '+44 20 7946 0188',
  address: { line1: '7 Whitlock Mews', city: 'Leeds', postcode: 'LS1 4AP', country_code: 'GB' },
}
const secrets = [
  'Quillfeather',
  'ZX9988776',
  '1987-03-09',
  'Marchbanks',
  'thaddeus@',
  'Whitlock',
  '7946 0188',
]

function body(lines: readonly { held: HeldTickets; attendees?: WireAttendee[] }[], cardToken?: string) {
  const purchase = purchaseBody(
    lines.map((line) => line.held),
    cardToken,
  )
  return {
    ...purchase,
    listings_to_buy: purchase.listings_to_buy.map((line, index) => {
      const attendees = lines[index]?.attendees
      return attendees ? { ...line, attendees } : line
    }),
  }
}

const asking = (asks: { delivery?: boolean; identification?: boolean }) => market.list({ asks })

async function refused(buyer: Caller, sent: ReturnType<typeof body>): Promise<Record<string, string[]>> {
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
  const answer = await buyer.call(checkoutRoutes.buy, { body: body([plain, identified, delivered]) })
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
  expect(await refused(buyer, body([plain, { held, attendees: [passport, broken] }]))).toEqual({
    'listings_to_buy.1.attendees.1.date_of_birth': [expect.any(String)],
    'listings_to_buy.1.attendees.1.document_number': ['Document number is required'],
  })
  expect(await refused(buyer, body([{ held }]))).toEqual({
    'listings_to_buy.0.attendees': ['must hold one entry for each of the 2 tickets'],
  })
  expect(await refused(buyer, body([{ held, attendees: [passport] }]))).toEqual({
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
    await refused(buyer, body([{ held, attendees: [{ ...delivery, document_number: 'ZX9988776' }] }])),
  ).toEqual({ 'listings_to_buy.0.attendees.0.document_number': ['is not asked for these tickets'] })
  expect(await refused(buyer, body([{ held: plain, attendees: [delivery] }, { held }]))).toEqual({
    'listings_to_buy.0.attendees': ['these tickets ask for no attendee details'],
    'listings_to_buy.1.attendees': ['must hold one entry for the ticket'],
  })
  const unknown = { ...delivery, shoe_size: '9' }
  expect(await refused(buyer, body([{ held, attendees: [unknown] }]))).toEqual({
    'listings_to_buy.0.attendees.0.shoe_size': ['is not a known field'],
  })
})

test('[X-PAY-03] a card number typed as the telephone of somebody who attends is refused', async () => {
  const buyer = await market.addBuyer()
  const held = await market.hold(buyer, await asking({ delivery: true }), 1)
  const typed = { ...delivery, phone: '4242 4242 4242 4242' }
  expect(await refused(buyer, body([{ held, attendees: [typed] }]))).toEqual({
    'listings_to_buy.0.attendees.0.phone': ['must be a telephone number, never a card number'],
  })
})

test('[X-PAY-03] a card number typed as a telephone number is not kept with a draft either, wherever it stands and begins', async () => {
  const buyer = await market.addBuyer()
  const listingId = await asking({ delivery: true })
  await market.hold(buyer, listingId, 2)
  const text = ['must be a telephone number, never a card number']
  for (const typed of [
    '4242424242424242',
    ' 4242 4242 4242 4242',
    '(4242)-4242-4242-4242',
    '+44 4242 4242 4242 4242',
    '0044(4242)4242-4242-4242',
  ]) {
    const listing = { listing_id: listingId, attendees: [delivery, { ...delivery, phone: typed }] }
    const answer = await buyer.call(checkoutDraftRoutes.keep, {
      body: { email_address: 'jo@post.example', contact_number: typed, listings: [listing] },
    })
    expect([answer.status, answer.error.code]).toEqual([422, 'input.invalid'])
    expect(answer.error.errors).toMatchObject({
      fields: { contact_number: text, 'listings.0.attendees.1.phone': text },
    })
  }
  expect((await buyer.call(checkoutDraftRoutes.read)).data.data).toEqual({ listings: [] })
})

test('after a declined card nothing of who attends is left with the attempt', async () => {
  const buyer = await market.addBuyer()
  const held = await market.hold(buyer, await asking({ identification: true }), 1)
  const sent = body([{ held, attendees: [passport] }], 'pm_card_visa_chargeDeclined')
  const { data } = (await buyer.call(checkoutRoutes.buy, { body: sent })).data
  expect(data.status).toBe('declined')
  const { rows } = await sql`select attendees from checkout_attempt_lines
    where attempt_id = ${data.attempt_id}`.execute(market.db)
  expect(rows).toEqual([{ attendees: null }])
})

test('who attends waits sealed for the bank’s answer, and the order has it whoever finishes the payment', async () => {
  const buyer = await market.addBuyer()
  const held = await market.hold(buyer, await asking({ identification: true }), 1)
  const sent = body([{ held, attendees: [passport] }], 'pm_card_threeDSecure2Required')
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
  const sent = body([{ held, attendees: [passport] }], 'pm_card_threeDSecure2Required')
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

test('a draft outlives a reload, a lapsed hold and a change of device, half filled as it is, and is sealed', async () => {
  const buyer = await market.addBuyer()
  const listingId = await asking({ identification: true })
  const held = await market.hold(buyer, listingId, 2)
  const half = { first_name: 'Ottoline', document_number: 'ZX9988' }
  const draft = {
    email_address: 'ottoline.q@post',
    contact_number: '020',
    listings: [{ listing_id: listingId, attendees: [passport, half] }],
  }
  expect((await buyer.call(checkoutDraftRoutes.keep, { body: draft })).data.data).toEqual(draft)
  await lapse(market.db, held.hold_id)
  const phone = await market.addBuyer({ teamId: buyer.teamId, teamRole: 'member' })
  expect((await phone.call(checkoutDraftRoutes.read)).data.data).toEqual(draft)
  // What is not given stays, what is given empty goes.
  await phone.call(checkoutDraftRoutes.keep, { body: { email_address: '', listings: [] } })
  const rest = { contact_number: '020', listings: draft.listings }
  expect((await buyer.call(checkoutDraftRoutes.read)).data.data).toEqual(rest)
  const dump = await wholeDatabase(market.db)
  for (const secret of ['Ottoline', 'ottoline.q@post', 'ZX9988']) expect(dump, secret).not.toContain(secret)
  await phone.call(checkoutDraftRoutes.keep, {
    body: { listings: [{ listing_id: listingId, attendees: [] }] },
  })
  expect((await buyer.call(checkoutDraftRoutes.read)).data.data).toEqual({
    contact_number: '020',
    listings: [],
  })
})

test('a draft takes nothing that its tickets do not ask for', async () => {
  const buyer = await market.addBuyer()
  const listingId = await asking({ delivery: true })
  await market.hold(buyer, listingId, 1)
  const answer = await buyer.call(checkoutDraftRoutes.keep, {
    body: { listings: [{ listing_id: listingId, attendees: [{ nationality: 'PL' }] }] },
  })
  expect(answer.status).toBe(422)
  expect(answer.error.errors).toMatchObject({
    fields: { 'listings.0.attendees.0.nationality': ['is not asked for these tickets'] },
  })
})

test('two tabs that keep a draft at once both succeed, and one of them counts', async () => {
  const buyer = await market.addBuyer()
  const [first, second] = [await asking({ delivery: true }), await asking({ delivery: true })]
  await market.hold(buyer, first, 1)
  await market.hold(buyer, second, 1)
  const keep = (order: string[], city: string) =>
    buyer.call(checkoutDraftRoutes.keep, {
      body: {
        contact_number: city,
        listings: order.map((listing_id) => ({ listing_id, attendees: [{ address: { city } }] })),
      },
    })
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      keep(index % 2 === 0 ? [first, second] : [second, first], `Town ${index}`),
    ),
  )
  for (const answer of answers) expect(answer.status).toBe(200)
  const { data } = (await buyer.call(checkoutDraftRoutes.read)).data
  expect(new Set(data.listings.map((listing) => listing.attendees[0]?.address?.city)).size).toBe(1)
})

test('two devices that keep one field of the contact each at once lose neither, whatever stood there before', async () => {
  for (let round = 0; round < 10; round += 1) {
    const buyer = await market.addBuyer()
    for (const contact of [
      { email_address: 'jo@post.example', contact_number: '020 7946 0188' },
      { email_address: 'ann@post.example', contact_number: '020 7946 0199' },
    ]) {
      const { email_address, contact_number } = contact
      await Promise.all(
        [{ email_address }, { contact_number }].map((body) => buyer.call(checkoutDraftRoutes.keep, { body })),
      )
      expect((await buyer.call(checkoutDraftRoutes.read)).data.data).toEqual({ ...contact, listings: [] })
    }
  }
})

test('with the purchase the draft of its tickets is gone', async () => {
  const buyer = await market.addBuyer()
  const [bought, other] = [await asking({ delivery: true }), await asking({ delivery: true })]
  const held = await market.hold(buyer, bought, 1)
  await market.hold(buyer, other, 1)
  await buyer.call(checkoutDraftRoutes.keep, {
    body: {
      email_address: 'jo@post.example',
      listings: [bought, other].map((listing_id) => ({ listing_id, attendees: [delivery] })),
    },
  })
  await buyer.call(checkoutRoutes.buy, { body: body([{ held, attendees: [delivery] }]) })
  expect((await buyer.call(checkoutDraftRoutes.read)).data.data).toEqual({
    listings: [{ listing_id: other, attendees: [delivery] }],
  })
})

test('what comes after the purchase is not kept for its tickets, until the team holds them anew', async () => {
  const buyer = await market.addBuyer()
  const listingId = await asking({ identification: true })
  const earlier = await market.hold(buyer, listingId, 1)
  await lapse(market.db, earlier.hold_id)
  const held = await market.hold(buyer, listingId, 1)
  await buyer.call(checkoutRoutes.buy, { body: body([{ held, attendees: [passport] }]) })
  const late = { body: { listings: [{ listing_id: listingId, attendees: [passport] }] } }
  const refused = await buyer.call(checkoutDraftRoutes.keep, late)
  expect([refused.status, refused.error.code]).toEqual([409, 'checkout.draft_not_held'])
  expect((await buyer.call(checkoutDraftRoutes.read)).data.data).toEqual({ listings: [] })
  await market.hold(buyer, listingId, 1)
  expect((await buyer.call(checkoutDraftRoutes.keep, late)).status).toBe(200)
})

test('a save that meets its purchase leaves nothing behind', async () => {
  const buyer = await market.addBuyer()
  for (let round = 0; round < 10; round += 1) {
    const listingId = await asking({ identification: true })
    const held = await market.hold(buyer, listingId, 1)
    const save = { body: { listings: [{ listing_id: listingId, attendees: [passport] }] } }
    await Promise.all([
      buyer.call(checkoutRoutes.buy, { body: body([{ held, attendees: [passport] }]) }),
      ...Array.from({ length: 6 }, () => buyer.call(checkoutDraftRoutes.keep, save)),
    ])
  }
  expect((await buyer.call(checkoutDraftRoutes.read)).data.data).toEqual({ listings: [] })
})

test('identity data is forgotten 30 days after the event, drafts with it, and the job says how many', async () => {
  const own = await buildMarket()
  const buyer = await own.addBuyer()
  const listingId = await own.list({ asks: { identification: true } })
  const held = await own.hold(buyer, listingId, 1)
  await buyer.call(checkoutRoutes.buy, { body: body([{ held, attendees: [passport] }]) })
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
