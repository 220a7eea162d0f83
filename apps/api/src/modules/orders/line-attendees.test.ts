import { checkoutRoutes } from '@terrace/contracts/checkout'
import { ordersRoutes } from '@terrace/contracts/orders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildMarket, type Market } from '../../test/build-market.ts'
import { purchaseBody } from '../../test/purchase-body.ts'

let market: Market
beforeAll(async () => {
  market = await buildMarket()
})
afterAll(() => market.close())

test('[X-PROFILE-04] the order shows who goes in on which ticket, and of a passport its end alone', async () => {
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
  const answer = await member.call(ordersRoutes.one, { params: { order_id: orderId } })
  expect(answer.data.data.lines[0]?.attendees).toEqual([
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
  expect(answer.text).not.toContain('X1234567')
  // The list, the export and the seller's letters have no need of it.
  for (const route of [ordersRoutes.list, ordersRoutes.export])
    expect((await buyer.call(route)).text).not.toContain('1990-02-03')
})
