import { expect, test } from 'vitest'
import { wireAlternative } from '#web/test/quote-page-factories.ts'
import { deliveryText, defaultQuantity, sectionLabel, seatsText } from './offer-copy.ts'

test.each([
  [{}, 'Row 18, seats 5 to 6'],
  [{ last_seat: 9 }, 'Row 18, within seats 5 to 9'],
  [{ last_seat: 5, quantity: 1 }, 'Row 18, seat 5'],
  [{ first_seat: undefined, last_seat: undefined }, 'Row 18'],
  [{ row: '' }, 'Seats 5 to 6'],
  [{ row: '', first_seat: undefined, last_seat: undefined }, 'Unreserved seats'],
  [{ general_admission: true }, 'General admission'],
])('row and seats show the known parts only: %o', (values, text) => {
  expect(seatsText({ ...wireAlternative(), ...values })).toBe(text)
})

test.each([
  [{}, 'Mobile, by 3 December'],
  [{ in_hand_date: '2099-12-02' }, 'Mobile, in hand'],
  [{ instant_download: true, ticket_type: 'eTicket' }, 'E-ticket, instant download'],
  [{ ticket_type: 'carrier pigeon' }, 'carrier pigeon, by 3 December'],
])('delivery shows the type and the latest day: %o', (values, text) => {
  expect(deliveryText(wireAlternative(values), '2099-12-02')).toBe(text)
})

test('a section with the same name as its category is named once', () => {
  expect(sectionLabel(wireAlternative())).toBe('Block 25, Lower tier')
  expect(sectionLabel(wireAlternative({ section: 'Floor', category_name: 'floor' }))).toBe('Floor')
})

test.each([
  [2, [1, 2, 4], 2],
  [3, [1, 2, 4], 2],
  [1, [2, 4], 2],
  [2, [], null],
])('of %i offered tickets with %j available, %s are selected by default', (quantity, quantities, first) => {
  expect(defaultQuantity(wireAlternative({ quantity, quantities }))).toBe(first)
})
