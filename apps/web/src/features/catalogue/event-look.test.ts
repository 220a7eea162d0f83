import { expect, test } from 'vitest'
import { wireEvent } from '#web/test/factories.ts'
import { daysUntil, leadingName, monthText, patternOf, soonText } from './event-look.ts'

test.each([
  ['Premier League', 'pitch'],
  ['La Liga', 'pitch'],
  ['NFL', 'field'],
  ['Formula 1', 'track'],
  ['Grand Prix', 'track'],
  ['Classical concerts', 'stage'],
  ['NHL', 'ice'],
  ['Tennis', 'court'],
  // Letters inside another word are no sign of the sport.
  ['Police Cup', 'pitch'],
])('the card of %s shows the lines of a %s', (name, pattern) => {
  expect(patternOf({ id: 1, name, slug: name.toLowerCase() })).toBe(pattern)
})

test('a card wears the colours of the home side, else of whoever stands first, else of the event', () => {
  const away = { id: 2, name: 'Chelsea', slug: 'chelsea', role: 'away' as const }
  const home = { id: 1, name: 'Arsenal', slug: 'arsenal', role: 'home' as const }
  expect(leadingName({ title: 'x', performers: [away, home] })).toBe('Arsenal')
  expect(leadingName({ title: 'x', performers: [away] })).toBe('Chelsea')
  expect(leadingName({ title: 'Monaco Grand Prix', performers: [] })).toBe('Monaco Grand Prix')
})

test("days are counted in the venue's own calendar, not in the reader's", () => {
  // 23:30 in London on the 7th is already the 8th in Sydney.
  const now = Date.parse('2031-03-07T23:30:00Z')
  const event = wireEvent({ event_date_local: '2031-03-08T20:00' })
  expect(daysUntil({ ...event, timezone: 'Europe/London' }, now)).toBe(1)
  expect(daysUntil({ ...event, timezone: 'Australia/Sydney' }, now)).toBe(0)
})

test('days are named for a fortnight and not beyond', () => {
  expect([-1, 0, 1, 2, 14, 15].map(soonText)).toEqual([null, 'Today', 'Tomorrow', '2 days', '14 days', null])
})

test('a month of another year says which', () => {
  const tile = { day: '5', month: 'Dec', year: 2031, weekday: 'Fri', time: null }
  expect(monthText(tile, Date.parse('2031-06-01T12:00:00Z'))).toBe('Dec')
  expect(monthText(tile, Date.parse('2030-06-01T12:00:00Z'))).toBe('Dec ’31')
})
