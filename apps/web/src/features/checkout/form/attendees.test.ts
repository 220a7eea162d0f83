import { requiredFields } from '@terrace/domain/people/attendee-details'
import { expect, test } from 'vitest'
import { ada, wireHold } from '#web/test/stock-factories.ts'
import {
  attendeeLines,
  attendeesOf,
  copyDetails,
  copyToAll,
  copyToOrder,
  problemsByLine,
  withTickets,
} from './attendees.ts'

const identified = { attendee_identification_details_required: true }
const fields = requiredFields({ delivery: true, identification: true })
test('[X-CHECKOUT-06] only holds that require attendees are listed, numbered across holds of a listing', () => {
  const lines = attendeeLines([
    wireHold({ hold_id: 'hld_1', quantity: 2, listing: identified }),
    wireHold({ hold_id: 'hld_2', listing_id: 'lst_2' }),
    wireHold({ hold_id: 'hld_3', quantity: 1, listing: identified }),
  ])
  expect(lines.map(({ hold, from }) => [hold.hold_id, from])).toEqual([
    ['hld_1', 0],
    ['hld_3', 2],
  ])
})

test('[X-CHECKOUT-06] the second hold of a listing keeps its attendees when bought alone', () => {
  const first = wireHold({ hold_id: 'hld_1', quantity: 2, listing: identified })
  const second = wireHold({ hold_id: 'hld_2', quantity: 1, listing: identified })
  const [line] = attendeeLines([second], [first, second])
  const known = { lst_1: [ada, { ...ada, first_name: 'Byron' }, { ...ada, first_name: 'Grace' }] }
  expect(line && attendeesOf(line, known)).toEqual([{ ...ada, first_name: 'Grace' }])
})

test('a purchase sends one trimmed entry per ticket with the required details only', () => {
  const [line] = attendeeLines([wireHold({ quantity: 2, listing: identified })])
  const known = { lst_1: [{ ...ada, first_name: ' Ada ', email: 'ada@example.com' }] }
  expect(line && attendeesOf(line, known)).toEqual([ada, {}])
})

test('copying skips personal details and overwrites nothing', () => {
  const from = { ...ada, email: 'desk@example.com', address: { city: 'London' } }
  expect(copyDetails({ last_name: 'Byron' }, from, { fields, isSamePerson: false })).toEqual({
    last_name: 'Byron',
    nationality: 'GB',
    document_type: 'passport',
    email: 'desk@example.com',
    address: { city: 'London' },
  })
  expect(copyDetails({}, ada, { fields, isSamePerson: true })).toEqual(ada)
})

test('shared details of the first ticket can be copied to all others', () => {
  const family = { last_name: 'Byron', nationality: 'FR' }
  expect(copyToAll([ada, {}, family], fields)).toEqual([
    ada,
    { last_name: 'Lovelace', nationality: 'GB', document_type: 'passport' },
    { ...family, document_type: 'passport' },
  ])
})

test('shared details of the first ticket can be copied to the whole order', () => {
  const lines = attendeeLines([
    wireHold({ quantity: 2, listing: identified }),
    wireHold({ hold_id: 'hld_2', quantity: 1, listing: identified }),
    wireHold({ hold_id: 'hld_3', listing_id: 'lst_2', quantity: 2, listing: identified }),
  ])
  const shared = { last_name: 'Lovelace', nationality: 'GB', document_type: 'passport' }
  const copied = copyToOrder(lines, { lst_1: [ada], lst_2: [{}, { last_name: 'Byron' }] })
  expect(Object.fromEntries(copied)).toEqual({
    lst_1: [ada, shared, shared],
    lst_2: [shared, { ...shared, last_name: 'Byron' }],
  })
})

test('tickets can be filled in in any order', () => {
  expect(withTickets(undefined, 2, [ada])).toEqual([{}, {}, ada])
  expect(withTickets([ada, {}, ada], 0, [{}, ada])).toEqual([{}, ada, ada])
})

test('problems are reported by hold and ticket', () => {
  const lines = attendeeLines([wireHold({ quantity: 2, listing: identified })])
  const problems = problemsByLine(lines, { lst_1: [ada, { ...ada, document_number: '' }] }, '2031-02-01')
  expect([...(problems.get('hld_1') ?? [])]).toEqual([['1.document_number', 'Document number is required']])
})
