import { expect, test } from 'vitest'
import { wireEvent } from '#web/test/factories.ts'
import { daysUntil, leadPerformerName, monthText, relativeDayText } from './event-style.ts'

test('a card uses the colours of the home side, else the headliner, else the event', () => {
  const away = { id: 2, name: 'Chelsea', slug: 'chelsea', role: 'away' as const }
  const home = { id: 1, name: 'Arsenal', slug: 'arsenal', role: 'home' as const }
  expect(leadPerformerName({ title: 'x', performers: [away, home] })).toBe('Arsenal')
  const artist = { id: 3, name: 'Radiohead', slug: 'radiohead', role: 'performer' as const }
  expect(leadPerformerName({ title: 'x', performers: [artist] })).toBe('Radiohead')
  const driver = { id: 4, name: 'Max Verstappen', slug: 'max-verstappen', role: 'driver' as const }
  expect(leadPerformerName({ title: 'Monaco Grand Prix', performers: [driver] })).toBe('Monaco Grand Prix')
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
