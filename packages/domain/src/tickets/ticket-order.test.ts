import { expect, test } from 'vitest'
import { compareTicketLocations } from './ticket-order.ts'

const ticket = (
  row: string,
  { section = 'Block 25', day = '2031-03-08', seat = 1, title = 'Derby' } = {},
) => ({
  eventLocalAt: `${day}T15:00`,
  eventTitle: title,
  section,
  row,
  firstSeat: seat,
})

test('tickets are sorted by day, event, section, row and seat, in natural order', () => {
  const inOrder = [
    ticket('30', { title: 'Cup' }),
    ticket('9', { section: 'Block 9' }),
    ticket('2'),
    ticket('9', { seat: 9 }),
    ticket('9', { seat: 10 }),
    ticket('10'),
    ticket('AA'),
    ticket('1', { day: '2031-03-09' }),
  ]
  expect(inOrder.toReversed().toSorted(compareTicketLocations)).toEqual(inOrder)
})

test('tickets without seat numbers keep their order', () => {
  const { firstSeat, ...standing } = ticket('', { section: 'Standing' })
  const both = [
    { ...standing, id: 'a' },
    { ...standing, id: 'b', firstSeat: undefined },
  ]
  expect(both.toSorted(compareTicketLocations)).toEqual(both)
  expect(firstSeat).toBe(1)
})
