import { money } from '@terrace/domain/money/money'
import { expect, test } from 'vitest'
import { searchMatchEmail } from './saved-searches.ts'

const event = {
  title: 'Arsenal vs Chelsea',
  localAt: '2031-03-01T15:00',
  dateConfirmed: true,
  timeConfirmed: true,
  venueName: 'Emirates Stadium',
  city: 'London',
}
const listing = { section: 'Block 112', row: '22', available: 4, allInPrice: money(7875, 'GBP') }
const emailOf = (matchCount: number, listings = [listing]) =>
  searchMatchEmail({
    firstName: 'Jo',
    link: 'https://terrace.test/tickets/a/1#lst_1',
    brand: 'Terrace',
    alert: { name: 'Cheap pairs', matchCount, event, listings },
  })

test('one match names the search, the event, the seats and the price', () => {
  const { subject, paragraphs, action } = emailOf(1)
  expect(subject).toBe('1 listing matches “Cheap pairs”: Arsenal vs Chelsea')
  expect(paragraphs).toEqual([
    expect.stringMatching(
      /^1 listing matches your saved search “Cheap pairs” for Arsenal vs Chelsea, Sat 0?1 Mar .*15:00, Emirates Stadium, London\.$/,
    ),
    'Block 112, row 22: £78.75 per ticket all-in, 4 tickets available.',
  ])
  expect(action).toEqual({ label: 'View listing', link: 'https://terrace.test/tickets/a/1#lst_1' })
})

test('several matches are one email that lists the cheapest and counts the rest', () => {
  const { subject, paragraphs } = emailOf(23, [listing, { ...listing, row: '', available: 0 }])
  expect(subject).toBe('23 listings match “Cheap pairs”: Arsenal vs Chelsea')
  expect(paragraphs.slice(1)).toEqual([
    'Block 112, row 22: £78.75 per ticket all-in, 4 tickets available.',
    'Block 112: £78.75 per ticket all-in, none left.',
    'And 21 more.',
  ])
})
