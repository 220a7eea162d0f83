import { expect, test } from 'vitest'
import { wireListing } from '#web/test/stock-factories.ts'
import { deliveryDetails, listingNotes, preferredQuantity, seatsText, seatsLabel } from './listing-details.ts'

test.each([
  [{}, 'R 18 · 401–404', 'Row 18, seats 401 to 404'],
  [{ first_seat: 7, last_seat: 7 }, 'R 18 · 7', 'Row 18, seat 7'],
  [{ first_seat: undefined, last_seat: undefined }, 'R 18', 'Row 18'],
  [{ row: '', first_seat: undefined, last_seat: undefined }, 'Unreserved', 'Unreserved'],
  [{ general_admission: true, first_seat: undefined }, 'Unreserved', 'General admission'],
])('row and seats %o read "%s"', (overrides, shown, label) => {
  const listing = wireListing(overrides)
  expect(seatsText(listing)).toBe(shown)
  expect(seatsLabel(listing)).toBe(label)
})

test.each([
  [{ instant_download: true }, 'instant', 'instant'],
  [{ in_hand_date: '2031-02-01' }, 'in hand', 'in hand'],
  [{ in_hand_date: '2031-01-31' }, 'in hand', 'in hand'],
  [{ in_hand_date: '2031-02-02' }, 'from 02-02-2031', 'from 2 Feb'],
])('on 1 February 2031 delivery of %o is "%s", on a card "%s"', (overrides, timing, shortTiming) => {
  const details = deliveryDetails(wireListing(overrides), '2031-02-01')
  expect(details).toEqual({ label: 'Mobile', timing, shortTiming })
})

test('attendee flags and single seats use the texts of spec §9, after the seller’s notes', () => {
  const listing = wireListing({
    notes: [{ kind: 'benefit', text: 'Lounge' }],
    attendee_delivery_details_required: true,
    attendee_identification_details_required: true,
    split_type: 'Single Seats',
  })
  expect(listingNotes(listing).map(({ text }) => text)).toEqual([
    'Lounge',
    'Attendee delivery details required',
    'Attendee identification details required',
    'Single seat(s) - these seats are non-consecutive and will be split across the category/section/block listed',
  ])
})

test.each([
  [[1, 2, 3, 4], 1, 2],
  [[1, 3], 1, 3],
  [[1], 1, 1],
  [[2, 4, 6], 3, 4],
  [[1, 2], 5, 2],
  [[], 1, null],
])('of the quantities %j with a minimum of %i, a row offers %s first', (splits, minQuantity, offered) => {
  expect(preferredQuantity(splits, minQuantity)).toBe(offered)
})
