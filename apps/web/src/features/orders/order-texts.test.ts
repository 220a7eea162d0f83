import { expect, test } from 'vitest'
import { wireOrder, wireOrderLine } from '#web/test/factories.ts'
import { deliveryText, eventsText, partsBySeller, placeText, statusLook } from './order-texts.ts'

test('[ORDER-02] [ORDER-03] [ORDER-04] each status has a word and a look of its own', () => {
  const looks = (['Confirmed', 'Fullfilled', 'Cancelled'] as const).map(statusLook)
  expect(looks.map(({ label }) => label)).toEqual(['Confirmed', 'Fulfilled', 'Cancelled'])
  expect(new Set(looks.map(({ tone }) => tone)).size).toBe(3)
})

test('an order is named by its first event and the number of the others', () => {
  const line = wireOrderLine()
  const other = (id: number) => wireOrderLine({ event: { ...line.event, id, title: `Event ${id}` } })
  expect(eventsText(wireOrder({ lines: [line, line] }))).toBe('Arsenal v Chelsea')
  expect(eventsText(wireOrder({ lines: [line, other(2)] }))).toBe('Arsenal v Chelsea and 1 more event')
  expect(eventsText(wireOrder({ lines: [line, other(2), other(3), other(2)] }))).toBe(
    'Arsenal v Chelsea and 2 more events',
  )
})

test('a place is told as far as it is known', () => {
  const given = { category_name: 'Lower tier', section: 'Block 25', row: '7', first_seat: 1, last_seat: 4 }
  expect(placeText(wireOrderLine(given))).toBe('Lower tier · Block 25 · Row 7 · Seats 1–4')
  expect(placeText(wireOrderLine({ ...given, last_seat: 1 }))).toBe('Lower tier · Block 25 · Row 7 · Seat 1')
  expect(placeText(wireOrderLine({ ...given, row: '', first_seat: null, last_seat: null }))).toBe(
    'Lower tier · Block 25',
  )
  // A general area often has one name for both.
  expect(placeText(wireOrderLine({ ...given, section: 'Lower tier', row: '', first_seat: null }))).toBe(
    'Lower tier',
  )
})

test('delivery is told in the longer labelling; an unknown kind as it came', () => {
  expect(deliveryText(wireOrderLine({ ticket_type: 'eTicket' }))).toBe('E-ticket / Mobile Screenshot')
  expect(deliveryText(wireOrderLine({ ticket_type: 'pigeon' }))).toBe('pigeon')
})

test('lines are put together by seller in the order in which the sellers appear', () => {
  const by = (id: string, seller: string) =>
    wireOrderLine({ id, seller: { id: seller, name: `Seller ${seller}` } })
  const parts = partsBySeller([by('1', 'b'), by('2', 'a'), by('3', 'b')])
  expect(parts.map(({ seller, lines }) => [seller.id, lines.map(({ id }) => id)])).toEqual([
    ['b', ['1', '3']],
    ['a', ['2']],
  ])
})
