import { expect, test } from 'vitest'
import { wireAlternative } from '#web/test/quote-page-factories.ts'
import { deliveryText, firstQuantity, placeText, seatsText } from './offer-words.ts'

test.each([
  [{}, 'Row 18, seats 5 to 6'],
  [{ last_seat: 9 }, 'Row 18, within seats 5 to 9'],
  [{ last_seat: 5, quantity: 1 }, 'Row 18, seat 5'],
  [{ first_seat: undefined, last_seat: undefined }, 'Row 18'],
  [{ row: '' }, 'Seats 5 to 6'],
  [{ row: '', first_seat: undefined, last_seat: undefined }, 'Unreserved seats'],
  [{ general_admission: true }, 'General admission'],
])('of row and seats it says only what is known: %o', (values, text) => {
  expect(seatsText({ ...wireAlternative(), ...values })).toBe(text)
})

test.each([
  [{}, 'Mobile, by 3 December'],
  [{ in_hand_date: '2099-12-02' }, 'Mobile, in hand'],
  [{ instant_download: true, ticket_type: 'eTicket' }, 'E-ticket, instant download'],
  [{ ticket_type: 'carrier pigeon' }, 'carrier pigeon, by 3 December'],
])('how the tickets come, and when at the latest: %o', (values, text) => {
  expect(deliveryText(wireAlternative(values), '2099-12-02')).toBe(text)
})

test('a block that is a category of its own is named once', () => {
  expect(placeText(wireAlternative())).toBe('Block 25, Lower tier')
  expect(placeText(wireAlternative({ section: 'Floor', category_name: 'floor' }))).toBe('Floor')
})

test.each([
  [2, [1, 2, 4], 2],
  [3, [1, 2, 4], 2],
  [1, [2, 4], 2],
  [2, [], null],
])('of %i tickets, where %j may be had, %s are chosen first', (quantity, quantities, first) => {
  expect(firstQuantity(wireAlternative({ quantity, quantities }))).toBe(first)
})
