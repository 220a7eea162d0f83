import type { WireAttendee } from '@terrace/contracts/attendees'
import { checkoutRoutes } from '@terrace/contracts/checkout'
import { checkoutDraftRoutes } from '@terrace/contracts/checkout-draft'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { purchaseBodyWithAttendees, delivery, passport } from '#api/test/fixtures/attendees-body.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { expireHold } from '#api/test/fixtures/expire-hold.ts'
import { dumpDatabase } from '#api/test/harness/dump-database.ts'

let market: Marketplace
beforeAll(async () => {
  market = await buildMarketplace()
})
afterAll(() => market.close())

const listRequiring = (asks: { delivery?: boolean; identification?: boolean }) =>
  market.list({ attendeeDetails: asks })

test('[X-PAY-03] a card number typed as a telephone number is not saved in a draft, in any notation', async () => {
  const buyer = await market.addBuyer()
  const listingId = await listRequiring({ delivery: true })
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
    const response = await buyer.call(checkoutDraftRoutes.save, {
      body: { email_address: 'jo@post.example', contact_number: typed, listings: [listing] },
    })
    expect([response.status, response.error.code]).toEqual([422, 'input.invalid'])
    expect(response.error.errors).toMatchObject({
      fields: { contact_number: text, 'listings.0.attendees.1.phone': text },
    })
  }
  expect((await buyer.call(checkoutDraftRoutes.read)).data.data).toEqual({ listings: [] })
})

test('[X-PAY-03] a card number in a name, address or email field is not saved in a draft', async () => {
  const buyer = await market.addBuyer()
  const listingId = await listRequiring({ delivery: true })
  await market.hold(buyer, listingId, 1)
  const card = '5555 5555 5555 4444'
  const save = (email: string, details: WireAttendee) =>
    buyer.call(checkoutDraftRoutes.save, {
      body: { email_address: email, listings: [{ listing_id: listingId, attendees: [details] }] },
    })
  const withCardNumber = {
    last_name: `Ada ${card}`,
    email: card,
    address: { line1: '1 High Street', city: card },
  }
  const response = await save(card, withCardNumber)
  expect([response.status, response.error.code]).toEqual([422, 'input.invalid'])
  expect(response.error.errors).toMatchObject({
    fields: {
      email_address: ['must be an email address, never a card number'],
      'listings.0.attendees.0.last_name': ['must be a name, never a card number'],
      'listings.0.attendees.0.email': ['must be an email address, never a card number'],
      'listings.0.attendees.0.address.city': ['must never be a card number'],
    },
  })
  expect((await buyer.call(checkoutDraftRoutes.read)).data.data).toEqual({ listings: [] })
  // Email addresses and document numbers may consist of digits.
  const email = '5555555555554444@post.example'
  expect((await save(email, { email, first_name: 'Louis 14' })).status).toBe(200)
  const named = await listRequiring({ identification: true })
  await market.hold(buyer, named, 1)
  const document = { document_number: '6205500000000000004' }
  const saved = await buyer.call(checkoutDraftRoutes.save, {
    body: { listings: [{ listing_id: named, attendees: [document] }] },
  })
  expect(saved.status).toBe(200)
})

test('an encrypted, incomplete draft survives a reload, an expired hold and a device change', async () => {
  const buyer = await market.addBuyer()
  const listingId = await listRequiring({ identification: true })
  const held = await market.hold(buyer, listingId, 2)
  const partial = { first_name: 'Ottoline', document_number: 'ZX9988' }
  const draft = {
    email_address: 'ottoline.q@post',
    contact_number: '020',
    listings: [{ listing_id: listingId, attendees: [passport, partial] }],
  }
  expect((await buyer.call(checkoutDraftRoutes.save, { body: draft })).data.data).toEqual(draft)
  await expireHold(market.db, held.hold_id)
  const phone = await market.addBuyer({ teamId: buyer.teamId, teamRole: 'member' })
  expect((await phone.call(checkoutDraftRoutes.read)).data.data).toEqual(draft)
  // Omitted fields stay, empty fields are deleted.
  await phone.call(checkoutDraftRoutes.save, { body: { email_address: '', listings: [] } })
  const rest = { contact_number: '020', listings: draft.listings }
  expect((await buyer.call(checkoutDraftRoutes.read)).data.data).toEqual(rest)
  const dump = await dumpDatabase(market.db)
  for (const secret of ['Ottoline', 'ottoline.q@post', 'ZX9988']) expect(dump, secret).not.toContain(secret)
  await phone.call(checkoutDraftRoutes.save, {
    body: { listings: [{ listing_id: listingId, attendees: [] }] },
  })
  expect((await buyer.call(checkoutDraftRoutes.read)).data.data).toEqual({
    contact_number: '020',
    listings: [],
  })
})

test('a draft accepts only details its tickets require', async () => {
  const buyer = await market.addBuyer()
  const listingId = await listRequiring({ delivery: true })
  await market.hold(buyer, listingId, 1)
  const response = await buyer.call(checkoutDraftRoutes.save, {
    body: { listings: [{ listing_id: listingId, attendees: [{ nationality: 'PL' }] }] },
  })
  expect(response.status).toBe(422)
  expect(response.error.errors).toMatchObject({
    fields: { 'listings.0.attendees.0.nationality': ['is not needed for these tickets'] },
  })
})

test('if a save names a listing twice, the last entry wins', async () => {
  const buyer = await market.addBuyer()
  const listingId = await listRequiring({ delivery: true })
  await market.hold(buyer, listingId, 1)
  const named = (first_name: string) => ({ listing_id: listingId, attendees: [{ first_name }] })
  const { data } = await buyer.call(checkoutDraftRoutes.save, {
    body: { listings: [named('Ada'), named('Grace')] },
  })
  expect(data.data.listings).toEqual([named('Grace')])
})

test('two tabs that save a draft concurrently both succeed, and one of them wins', async () => {
  const buyer = await market.addBuyer()
  const [first, second] = [await listRequiring({ delivery: true }), await listRequiring({ delivery: true })]
  await market.hold(buyer, first, 1)
  await market.hold(buyer, second, 1)
  const save = (order: string[], city: string) =>
    buyer.call(checkoutDraftRoutes.save, {
      body: {
        contact_number: city,
        listings: order.map((listing_id) => ({ listing_id, attendees: [{ address: { city } }] })),
      },
    })
  const responses = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      save(index % 2 === 0 ? [first, second] : [second, first], `Town ${index}`),
    ),
  )
  for (const response of responses) expect(response.status).toBe(200)
  const { data } = (await buyer.call(checkoutDraftRoutes.read)).data
  expect(new Set(data.listings.map((listing) => listing.attendees[0]?.address?.city)).size).toBe(1)
})

test('two devices that save different contact fields concurrently lose neither', async () => {
  for (let round = 0; round < 10; round += 1) {
    const buyer = await market.addBuyer()
    for (const contact of [
      { email_address: 'jo@post.example', contact_number: '020 7946 0188' },
      { email_address: 'ann@post.example', contact_number: '020 7946 0199' },
    ]) {
      const { email_address, contact_number } = contact
      await Promise.all(
        [{ email_address }, { contact_number }].map((body) => buyer.call(checkoutDraftRoutes.save, { body })),
      )
      expect((await buyer.call(checkoutDraftRoutes.read)).data.data).toEqual({ ...contact, listings: [] })
    }
  }
})

test('two devices that fill in one ticket concurrently keep each other’s details', async () => {
  const buyer = await market.addBuyer()
  const listingId = await listRequiring({ identification: true })
  await market.hold(buyer, listingId, 2)
  const save = (...attendees: WireAttendee[]) =>
    buyer.call(checkoutDraftRoutes.save, { body: { listings: [{ listing_id: listingId, attendees }] } })
  const saved = async () => (await buyer.call(checkoutDraftRoutes.read)).data.data.listings[0]?.attendees
  for (const first_name of ['Ottoline', 'Thaddeus', 'Zora']) {
    await Promise.all([
      save({ first_name }),
      save({ document_number: `${first_name}-1` }),
      save({}, { last_name: first_name }),
    ])
    expect(await saved()).toEqual([
      { first_name, document_number: `${first_name}-1` },
      { last_name: first_name },
    ])
  }
  await Promise.all([save({ document_number: '' }), save({}, { last_name: ' ' })])
  expect(await saved()).toEqual([{ first_name: 'Zora' }])
  await save({ first_name: '' })
  expect(await saved()).toBeUndefined()
})

test('a purchase deletes the draft of its tickets', async () => {
  const buyer = await market.addBuyer()
  const [bought, other] = [await listRequiring({ delivery: true }), await listRequiring({ delivery: true })]
  const held = await market.hold(buyer, bought, 1)
  await market.hold(buyer, other, 1)
  await buyer.call(checkoutDraftRoutes.save, {
    body: {
      email_address: 'jo@post.example',
      listings: [bought, other].map((listing_id) => ({ listing_id, attendees: [delivery] })),
    },
  })
  await buyer.call(checkoutRoutes.buy, { body: purchaseBodyWithAttendees([{ held, attendees: [delivery] }]) })
  expect((await buyer.call(checkoutDraftRoutes.read)).data.data).toEqual({
    listings: [{ listing_id: other, attendees: [delivery] }],
  })
})

test('a draft for bought tickets is rejected until the team holds the listing again', async () => {
  const buyer = await market.addBuyer()
  const listingId = await listRequiring({ identification: true })
  const earlier = await market.hold(buyer, listingId, 1)
  await expireHold(market.db, earlier.hold_id)
  const held = await market.hold(buyer, listingId, 1)
  await buyer.call(checkoutRoutes.buy, { body: purchaseBodyWithAttendees([{ held, attendees: [passport] }]) })
  const lateBody = { body: { listings: [{ listing_id: listingId, attendees: [passport] }] } }
  const rejected = await buyer.call(checkoutDraftRoutes.save, lateBody)
  expect([rejected.status, rejected.error.code]).toEqual([409, 'checkout.draft_not_held'])
  expect((await buyer.call(checkoutDraftRoutes.read)).data.data).toEqual({ listings: [] })
  await market.hold(buyer, listingId, 1)
  expect((await buyer.call(checkoutDraftRoutes.save, lateBody)).status).toBe(200)
})

test('a draft saved during its purchase leaves nothing behind', async () => {
  const buyer = await market.addBuyer()
  for (let round = 0; round < 10; round += 1) {
    const listingId = await listRequiring({ identification: true })
    const held = await market.hold(buyer, listingId, 1)
    const save = { body: { listings: [{ listing_id: listingId, attendees: [passport] }] } }
    await Promise.all([
      buyer.call(checkoutRoutes.buy, { body: purchaseBodyWithAttendees([{ held, attendees: [passport] }]) }),
      ...Array.from({ length: 6 }, () => buyer.call(checkoutDraftRoutes.save, save)),
    ])
  }
  expect((await buyer.call(checkoutDraftRoutes.read)).data.data).toEqual({ listings: [] })
})
