import type { WireAttendee } from '@terrace/contracts/attendees'
import { checkoutRoutes } from '@terrace/contracts/checkout'
import { checkoutDraftRoutes } from '@terrace/contracts/checkout-draft'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attendedBody, delivery, passport } from '../../test/attended-body.ts'
import { buildMarket, type Market } from '../../test/build-market.ts'
import { lapse } from '../../test/lapse-hold.ts'
import { wholeDatabase } from '../../test/whole-database.ts'

let market: Market
beforeAll(async () => {
  market = await buildMarket()
})
afterAll(() => market.close())

const asking = (asks: { delivery?: boolean; identification?: boolean }) => market.list({ asks })

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

test('[X-PAY-03] a card number that slipped into a name, an address or the e-mail field is not kept with a draft either', async () => {
  const buyer = await market.addBuyer()
  const listingId = await asking({ delivery: true })
  await market.hold(buyer, listingId, 1)
  const card = '5555 5555 5555 4444'
  const keep = (email: string, details: WireAttendee) =>
    buyer.call(checkoutDraftRoutes.keep, {
      body: { email_address: email, listings: [{ listing_id: listingId, attendees: [details] }] },
    })
  const slipped = { last_name: `Ada ${card}`, email: card, address: { line1: '1 High Street', city: card } }
  const answer = await keep(card, slipped)
  expect([answer.status, answer.error.code]).toEqual([422, 'input.invalid'])
  expect(answer.error.errors).toMatchObject({
    fields: {
      email_address: ['must be an email address, never a card number'],
      'listings.0.attendees.0.last_name': ['must be a name, never a card number'],
      'listings.0.attendees.0.email': ['must be an email address, never a card number'],
      'listings.0.attendees.0.address.city': ['must never be a card number'],
    },
  })
  expect((await buyer.call(checkoutDraftRoutes.read)).data.data).toEqual({ listings: [] })
  // Digits alone make an address of e-mail or a document's number no card.
  const email = '5555555555554444@post.example'
  expect((await keep(email, { email, first_name: 'Louis 14' })).status).toBe(200)
  const named = await asking({ identification: true })
  await market.hold(buyer, named, 1)
  const document = { document_number: '6205500000000000004' }
  const kept = await buyer.call(checkoutDraftRoutes.keep, {
    body: { listings: [{ listing_id: named, attendees: [document] }] },
  })
  expect(kept.status).toBe(200)
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

test('two devices that fill in one ticket at once lose nothing of each other, and empty only what they name', async () => {
  const buyer = await market.addBuyer()
  const listingId = await asking({ identification: true })
  await market.hold(buyer, listingId, 2)
  const keep = (...attendees: WireAttendee[]) =>
    buyer.call(checkoutDraftRoutes.keep, { body: { listings: [{ listing_id: listingId, attendees }] } })
  const kept = async () => (await buyer.call(checkoutDraftRoutes.read)).data.data.listings[0]?.attendees
  for (const first_name of ['Ottoline', 'Thaddeus', 'Zora']) {
    await Promise.all([
      keep({ first_name }),
      keep({ document_number: `${first_name}-1` }),
      keep({}, { last_name: first_name }),
    ])
    expect(await kept()).toEqual([
      { first_name, document_number: `${first_name}-1` },
      { last_name: first_name },
    ])
  }
  await Promise.all([keep({ document_number: '' }), keep({}, { last_name: ' ' })])
  expect(await kept()).toEqual([{ first_name: 'Zora' }])
  await keep({ first_name: '' })
  expect(await kept()).toBeUndefined()
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
  await buyer.call(checkoutRoutes.buy, { body: attendedBody([{ held, attendees: [delivery] }]) })
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
  await buyer.call(checkoutRoutes.buy, { body: attendedBody([{ held, attendees: [passport] }]) })
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
      buyer.call(checkoutRoutes.buy, { body: attendedBody([{ held, attendees: [passport] }]) }),
      ...Array.from({ length: 6 }, () => buyer.call(checkoutDraftRoutes.keep, save)),
    ])
  }
  expect((await buyer.call(checkoutDraftRoutes.read)).data.data).toEqual({ listings: [] })
})
