import { fieldsNeeded } from '@terrace/domain/attendee-details'
import { expect, test } from 'vitest'
import { ada, wireHold } from '#web/test/stock-factories.ts'
import { attendeeLines, attendeesOf, copied, problemsByLine, withTicket } from './attendees.ts'

const identified = { attendee_identification_details_required: true }
const fields = fieldsNeeded({ delivery: true, identification: true })
test('[X-CHECKOUT-06] only lines that ask are there, and two holds of one listing go on from one to the next', () => {
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

test('[X-CHECKOUT-06] of two holds of one listing the second keeps its own people where it is bought by itself', () => {
  const first = wireHold({ hold_id: 'hld_1', quantity: 2, listing: identified })
  const second = wireHold({ hold_id: 'hld_2', quantity: 1, listing: identified })
  const [line] = attendeeLines([second], [first, second])
  const known = { lst_1: [ada, { ...ada, first_name: 'Byron' }, { ...ada, first_name: 'Grace' }] }
  expect(line && attendeesOf(line, known)).toEqual([{ ...ada, first_name: 'Grace' }])
})

test('a purchase carries one entry for each ticket, trimmed, with nothing that the listing does not ask for', () => {
  const [line] = attendeeLines([wireHold({ quantity: 2, listing: identified })])
  const known = { lst_1: [{ ...ada, first_name: ' Ada ', email: 'ada@example.com' }] }
  expect(line && attendeesOf(line, known)).toEqual([ada, {}])
})

test('what differs from person to person is not copied, and nothing that was typed is lost', () => {
  const from = { ...ada, email: 'desk@example.com', address: { city: 'London' } }
  expect(copied({ last_name: 'Byron' }, from, { fields, isSamePerson: false })).toEqual({
    last_name: 'Byron',
    nationality: 'GB',
    document_type: 'passport',
    email: 'desk@example.com',
    address: { city: 'London' },
  })
  expect(copied({}, ada, { fields, isSamePerson: true })).toEqual(ada)
})

test('a later ticket may be filled in first', () => {
  expect(withTicket(undefined, 2, ada)).toEqual([{}, {}, ada])
})

test('what is wrong is told by hold and ticket', () => {
  const lines = attendeeLines([wireHold({ quantity: 2, listing: identified })])
  const problems = problemsByLine(lines, { lst_1: [ada, { ...ada, document_number: '' }] }, '2031-02-01')
  expect([...(problems.get('hld_1') ?? [])]).toEqual([['1.document_number', 'Document number is required']])
})
