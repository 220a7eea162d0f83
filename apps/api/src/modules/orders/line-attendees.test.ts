import { checkoutRoutes } from '@terrace/contracts/checkout'
import { ordersRoutes } from '@terrace/contracts/orders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { purchaseBodyWithAttendees, passport } from '#api/test/fixtures/attendees-body.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { purchaseBody } from '#api/test/fixtures/purchase-body.ts'

let market: Marketplace
beforeAll(async () => {
  market = await buildMarketplace()
})
afterAll(() => market.close())

test('[X-PROFILE-04] the order shows attendees per ticket and masks document numbers', async () => {
  const buyer = await market.addBuyer()
  const listingId = await market.list({ quantity: 2 })
  await market.db
    .updateTable('listings')
    .set({ attendee_identification_details_required: true })
    .where('id', '=', listingId)
    .execute()
  const body = purchaseBody([await market.hold(buyer, listingId, 1)])
  const attendee = {
    first_name: 'Ann',
    last_name: 'Buyer',
    date_of_birth: '1990-02-03',
    nationality: 'GB',
    document_type: 'passport' as const,
    document_number: 'X1234567',
  }
  const { data } = await buyer.call(checkoutRoutes.buy, {
    body: {
      ...body,
      listings_to_buy: body.listings_to_buy.map((line) => ({ ...line, attendees: [attendee] })),
    },
    idempotencyKey: 'attendees',
  })
  const orderId = data.data.order?.id ?? ''
  const member = await market.addBuyer({ teamId: buyer.teamId, teamRole: 'member' })
  const response = await member.call(ordersRoutes.one, { params: { order_id: orderId } })
  expect(response.data.data.lines[0]?.attendees).toEqual([
    {
      ticket: 1,
      details: [
        { field: 'first_name', value: 'Ann' },
        { field: 'last_name', value: 'Buyer' },
        { field: 'date_of_birth', value: '1990-02-03' },
        { field: 'nationality', value: 'GB' },
        { field: 'document_type', value: 'passport' },
        { field: 'document_number', value: '•••• 4567' },
      ],
    },
  ])
  expect(response.text).not.toContain('X1234567')
  // The list, the export and seller emails don't need it.
  for (const route of [ordersRoutes.list, ordersRoutes.export])
    expect((await buyer.call(route)).text).not.toContain('1990-02-03')
})

test('[X-PROFILE-04] a document number shows its last four characters, never more than half', async () => {
  const buyer = await market.addBuyer()
  const held = await market.hold(
    buyer,
    await market.list({ quantity: 2, attendeeDetails: { identification: true } }),
    2,
  )
  const attendees = ['X12345678901', 'AB1234'].map((document_number) => ({ ...passport, document_number }))
  const { data } = await buyer.call(checkoutRoutes.buy, {
    body: purchaseBodyWithAttendees([{ held, attendees }]),
  })
  const { lines } = (await buyer.call(ordersRoutes.one, { params: { order_id: data.data.order?.id ?? '' } }))
    .data.data
  const shown = lines[0]?.attendees.flatMap(({ details }) =>
    details.filter(({ field }) => field === 'document_number').map(({ value }) => value),
  )
  expect(shown).toEqual(['•••• 8901', '•••• 234'])
})
