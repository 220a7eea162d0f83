import { expect, test } from 'vitest'
import { gbp } from '#web/test/factories.ts'
import { wireListing } from '#web/test/stock-factories.ts'
import { insertPosition } from './listing-order.ts'

const first = wireListing({
  id: 'lst_a',
  first_seat: 3,
  face_value: gbp('40.00'),
  ticket_type: 'eTicket',
  notes: [],
  seller: { id: 'tm_a', name: 'Ash Tickets' },
  published_at: '2031-02-03T00:00:00.000Z',
})
const second = wireListing({
  id: 'lst_b',
  first_seat: 12,
  face_value: gbp('60.00'),
  ticket_type: 'paper',
  attendee_delivery_details_required: true,
  notes: [{ kind: 'restriction', text: 'Restricted view' }],
  seller: { id: 'tm_c', name: 'Cedar Tickets' },
  published_at: '2031-02-01T00:00:00.000Z',
})
/** Between the two in every column. */
const arrived = wireListing({
  id: 'lst_n',
  first_seat: 5,
  // 50 in the feed's currency: the listing was converted at 0.5.
  face_value: { amount: '100.00', currency: 'EUR' },
  original_price: { amount: '237.00', currency: 'EUR' },
  ticket_type: 'mobile',
  notes: [
    { kind: 'restriction', text: 'Restricted view' },
    { kind: 'benefit', text: 'Lounge' },
  ],
  seller: { id: 'tm_b', name: 'birch Tickets' },
  published_at: '2031-02-02T00:00:00.000Z',
})

test.each(['seats', 'face_value', 'delivery', 'restrictions', 'seller', 'age', 'newest'] as const)(
  'a new listing is inserted in the order by %s, in both directions',
  (order_by) => {
    expect(insertPosition(arrived, [first, second], { order_by, sort_order: 'asc' })).toBe(1)
    expect(insertPosition(arrived, [second, first], { order_by, sort_order: 'desc' })).toBe(1)
  },
)

test('a listing without a value comes last in both directions', () => {
  const { first_seat: _seat, ...unnumbered } = arrived
  for (const [order_by, sort_order] of [
    ['seats', 'asc'],
    ['seats', 'desc'],
    ['face_value', 'desc'],
  ] as const) {
    const listing = { ...unnumbered, face_value: null }
    expect(insertPosition(listing, [first, second], { order_by, sort_order })).toBe(2)
  }
})
