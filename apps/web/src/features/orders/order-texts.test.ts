import { expect, test } from 'vitest'
import { wireOrder, wireOrderLine } from '#web/test/factories.ts'
import {
  deadlineText,
  deliveryState,
  deliveryText,
  eventDayText,
  eventsText,
  groupBySeller,
  seatLabel,
  seatsText,
  statusStyle,
} from './order-texts.ts'

test('[ORDER-02] [ORDER-03] [ORDER-04] each status has its own label and colour', () => {
  const styles = (['Confirmed', 'Fullfilled', 'Cancelled'] as const).map(statusStyle)
  expect(styles.map(({ label }) => label)).toEqual(['Confirmed', 'Fulfilled', 'Cancelled'])
  expect(new Set(styles.map(({ tone }) => tone)).size).toBe(3)
})

test('an order is named after its first event and the number of other events', () => {
  const line = wireOrderLine()
  const other = (id: number) => wireOrderLine({ event: { ...line.event, id, title: `Event ${id}` } })
  expect(eventsText(wireOrder({ lines: [line, line] }))).toBe('Arsenal v Chelsea')
  expect(eventsText(wireOrder({ lines: [line, other(2)] }))).toBe('Arsenal v Chelsea and 1 more event')
  expect(eventsText(wireOrder({ lines: [line, other(2), other(3), other(2)] }))).toBe(
    'Arsenal v Chelsea and 2 more events',
  )
})

test('a seat label lists the known parts of a location', () => {
  const seat = { category_name: 'Lower tier', section: 'Block 25', row: '7', first_seat: 1, last_seat: 4 }
  expect(seatLabel(wireOrderLine(seat))).toBe('Lower tier · Block 25 · Row 7 · Seats 1–4')
  expect(seatLabel(wireOrderLine({ ...seat, last_seat: 1 }))).toBe('Lower tier · Block 25 · Row 7 · Seat 1')
  expect(seatLabel(wireOrderLine({ ...seat, row: '', first_seat: null, last_seat: null }))).toBe(
    'Lower tier · Block 25',
  )
  // General admission often has the same name for category and section.
  expect(seatLabel(wireOrderLine({ ...seat, section: 'Lower tier', row: '', first_seat: null }))).toBe(
    'Lower tier',
  )
})

test('delivery uses the second label set; an unknown type is shown unchanged', () => {
  expect(deliveryText(wireOrderLine({ ticket_type: 'eTicket' }))).toBe('E-ticket / Mobile Screenshot')
  expect(deliveryText(wireOrderLine({ ticket_type: 'pigeon' }))).toBe('pigeon')
})

test('lines are grouped by seller in order of first appearance', () => {
  const by = (id: string, seller: string) =>
    wireOrderLine({ id, seller: { id: seller, name: `Seller ${seller}` } })
  const parts = groupBySeller([by('1', 'b'), by('2', 'a'), by('3', 'b')])
  expect(parts.map(({ seller, lines }) => [seller.id, lines.map(({ id }) => id)])).toEqual([
    ['b', ['1', '3']],
    ['a', ['2']],
  ])
})

const now = Date.parse('2031-03-02T12:00:00Z')
const dueAt = (expected_by: string) => wireOrderLine({ delivery: { rule: 'after_in_hand', expected_by } })

test.each([
  ['2031-03-02T09:30:00Z', { text: '2 h late', tone: 'danger' }],
  ['2031-02-27T12:00:00Z', { text: '3 days late', tone: 'danger' }],
  ['2031-03-02T18:00:00Z', { text: 'Today 18:00', tone: 'signal' }],
  ['2031-03-04T11:00:00Z', { text: '04 Mar 31, 11:00', tone: 'signal' }],
  ['2031-03-09T11:00:00Z', { text: '09 Mar 31', tone: 'neutral' }],
] as const)('a delivery due %s is shown as %j', (due, expected) => {
  expect(deadlineText(wireOrder({ lines: [dueAt('2031-03-20T00:00:00Z'), dueAt(due)] }), now)).toEqual(
    expected,
  )
})

test('an order without outstanding deliveries has no deadline', () => {
  const delivered = wireOrderLine({ status: 'Fullfilled' })
  expect(deadlineText(wireOrder({ status: 'Fullfilled', lines: [delivered] }), now)).toBeNull()
})

test('the delivery state shows late and delivered tickets', () => {
  const stateOf = (...lines: ReturnType<typeof wireOrderLine>[]) =>
    deliveryState(wireOrder({ lines }), now).label
  const delivered = wireOrderLine({ status: 'Fullfilled' })
  expect(stateOf(dueAt('2031-03-09T11:00:00Z'))).toBe('Confirmed')
  expect(stateOf(delivered, dueAt('2031-03-09T11:00:00Z'))).toBe('2 of 4 ready')
  expect(stateOf(delivered, dueAt('2031-03-01T11:00:00Z'))).toBe('Late')
  expect(deliveryState(wireOrder({ status: 'Cancelled' }), now).label).toBe('Cancelled')
})

test('a row shows the seats of every line and the day of the first event', () => {
  const later = wireOrderLine({ section: 'M4', row: '', first_seat: 9, last_seat: 9 })
  const order = wireOrder({
    lines: [{ ...later, event: { ...later.event, event_date_local: '2031-03-09T12:00' } }, wireOrderLine()],
  })
  expect(seatsText(order)).toBe('M4 · 9, Block 25 · 7 · 401–402')
  expect(eventDayText(order)).toBe('Sat 08 Mar 31')
})
