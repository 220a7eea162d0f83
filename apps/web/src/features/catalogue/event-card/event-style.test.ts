import { expect, test } from 'vitest'
import { wireEvent } from '#web/test/factories.ts'
import { daysUntil, leadPerformerName, monthText, artPattern, relativeDayText } from './event-style.ts'

test.each([
  ['Premier League', 'pitch'],
  ['La Liga', 'pitch'],
  ['NFL', 'field'],
  ['Formula 1', 'track'],
  ['Grand Prix', 'track'],
  ['Classical concerts', 'stage'],
  ['NHL', 'ice'],
  ['Tennis', 'court'],
  // A match inside a word does not count.
  ['Police Cup', 'pitch'],
])('the card of %s shows a %s pattern', (name, pattern) => {
  expect(artPattern({ id: 1, name, slug: name.toLowerCase() })).toBe(pattern)
})

test('a card uses the colours of the home side, else the first performer, else the event', () => {
  const away = { id: 2, name: 'Chelsea', slug: 'chelsea', role: 'away' as const }
  const home = { id: 1, name: 'Arsenal', slug: 'arsenal', role: 'home' as const }
  expect(leadPerformerName({ title: 'x', performers: [away, home] })).toBe('Arsenal')
  expect(leadPerformerName({ title: 'x', performers: [away] })).toBe('Chelsea')
  expect(leadPerformerName({ title: 'Monaco Grand Prix', performers: [] })).toBe('Monaco Grand Prix')
})

test('events on the same date have the same count of days, wherever their venues are', () => {
  // Local noon of the viewer; in Sydney it may already be the next day, in Honolulu still the day before.
  const now = new Date(2031, 2, 6, 12).getTime()
  const counts = ['Europe/London', 'Australia/Sydney', 'Pacific/Honolulu'].map((timezone) =>
    daysUntil(wireEvent({ event_date_local: '2031-03-08T20:00', timezone }), now),
  )
  expect(counts).toEqual([2, 2, 2])
})

test.each([
  ['2031-03-06T00:30', 0],
  ['2031-03-07T00:00', 1],
  ['2031-03-05T23:59', -1],
])('late in the evening, %s is %i days away', (event_date_local, days) => {
  expect(daysUntil({ event_date_local }, new Date(2031, 2, 6, 23, 30).getTime())).toBe(days)
})

test('relative days are shown for up to two weeks', () => {
  expect([-1, 0, 1, 2, 14, 15].map(relativeDayText)).toEqual([
    null,
    'Today',
    'Tomorrow',
    '2 days',
    '14 days',
    null,
  ])
})

test('a month in another year shows the year', () => {
  const tile = { day: '5', month: 'Dec', year: 2031, weekday: 'Fri', time: null }
  expect(monthText(tile, Date.parse('2031-06-01T12:00:00Z'))).toBe('Dec')
  expect(monthText(tile, Date.parse('2030-06-01T12:00:00Z'))).toBe('Dec ’31')
})
