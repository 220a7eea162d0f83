import { expect, test } from 'vitest'
import { quoteSpan, withoutSpans } from './edit-query.ts'
import { eventSearchOf, type Reading } from './event-search.ts'
import type { EventPart, QueryWord } from './query-part.ts'
import { widerReadings } from './wider-readings.ts'

const part = (kind: EventPart['kind'], text: string, values: Partial<EventPart> = {}): EventPart => ({
  kind,
  from: 0,
  to: text.length,
  text,
  label: text,
  alternatives: [],
  facets: [],
  ranges: [],
  ...values,
})
const word = (text: string, from = 0): QueryWord => ({ text, from, to: from + text.length, isQuoted: false })
const march = { start: '2027-03-01', end: '2027-03-31' }

const arsenal = part('performer', 'arsenal', { facets: [['home_id:1', 'away_id:1']], name: 'Arsenal' })
const spurs = part('performer', 'spurs', { facets: [['home_id:2', 'away_id:2']], name: 'Spurs' })
const london = part('city', 'london', { facets: [['venue.city:London']], name: 'London' })
const paris = part('city', 'paris', { facets: [['venue.city:Paris']], name: 'Paris' })
const inMarch = part('date', 'march', { ranges: [march], name: 'March' })

test('performers must all match; of several cities any', () => {
  expect(eventSearchOf({ parts: [arsenal, spurs], words: [] }).facetFilters).toEqual([
    ['home_id:1', 'away_id:1'],
    ['home_id:2', 'away_id:2'],
  ])
  expect(eventSearchOf({ parts: [london, paris, arsenal], words: [] }).facetFilters).toEqual([
    ['home_id:1', 'away_id:1'],
    ['venue.city:London', 'venue.city:Paris'],
  ])
})

test('names rank and may be missing, other words must match', () => {
  expect(eventSearchOf({ parts: [arsenal, inMarch], words: [word('cup')] })).toMatchObject({
    query: 'Arsenal cup',
    optionalWords: ['Arsenal'],
  })
  expect(eventSearchOf({ parts: [london, inMarch], words: [] })).toMatchObject({ query: 'London March' })
})

test('home and away games come by date', () => {
  const home = part('side', 'home', { facets: [['home_id:1']] })
  expect(eventSearchOf({ parts: [arsenal, home], words: [] }).ranking).toEqual(['asc(event_date_local)'])
  expect(eventSearchOf({ parts: [arsenal], words: [] }).ranking).toBeUndefined()
})

test('dates are whole days of local time; any of them matches', () => {
  const day = part('date', '3/4', {
    ranges: [
      { start: '2027-04-03', end: '2027-04-03' },
      { start: '2027-03-04', end: '2027-03-04' },
    ],
  })
  const seconds = (text: string) => Date.parse(`${text}Z`) / 1000
  expect(eventSearchOf({ parts: [inMarch], words: [] }).dateFilter).toBe(
    `event_date_local:${seconds('2027-03-01T00:00:00')} TO ${seconds('2027-03-31T23:59:59')}`,
  )
  expect(eventSearchOf({ parts: [day], words: [] }).dateFilter).toMatch(
    /^\(event_date_local:\d+ TO \d+ OR event_date_local:\d+ TO \d+\)$/,
  )
  expect(eventSearchOf({ parts: [], words: [] }).dateFilter).toBe('')
})

const textsOf = ({ parts, words }: Reading) => [...parts, ...words].map(({ text }) => text).toSorted()

test('wider searches leave out a stage and a date before words, and performers last', () => {
  const stage = part('stage', 'final')
  const words = [word('champions', 0), word('league', 10)]
  const wider = widerReadings({ parts: [stage, inMarch], words }).map(textsOf)
  expect(wider.slice(0, 3)).toEqual([
    ['champions', 'league', 'march'],
    ['champions', 'final', 'league'],
    ['champions', 'league'],
  ])
  expect(widerReadings({ parts: [arsenal, inMarch], words: [word('hamlet')] }).map(textsOf)).toEqual([
    ['arsenal', 'hamlet'],
    ['arsenal', 'march'],
    ['arsenal'],
    ['hamlet', 'march'],
    ['hamlet'],
    ['march'],
  ])
})

test('a search of one thing has no wider one, and many words have a bounded number', () => {
  expect(widerReadings({ parts: [arsenal], words: [] })).toEqual([])
  const words = Array.from({ length: 10 }, (_, index) => word(`word${index}`, index * 7))
  const wider = widerReadings({ parts: [arsenal, london], words })
  expect(wider).toHaveLength(16)
  expect(wider[0]?.words.map(({ text }) => text)).toEqual(words.slice(0, 9).map(({ text }) => text))
})

test('all events are wider than a search for a stage, as the last resort', () => {
  const stage = part('stage', 'final')
  expect(widerReadings({ parts: [stage], words: [] }).map(textsOf)).toEqual([[]])
  expect(widerReadings({ parts: [stage], words: [word('ucl')] }).map(textsOf)).toEqual([
    ['ucl'],
    ['final'],
    [],
  ])
})

test('a removed part leaves the other words, a quoted one its text', () => {
  const text = 'arsenal  home 14 mar'
  expect(withoutSpans(text, [{ from: 9, to: 13 }])).toBe('arsenal 14 mar')
  expect(
    withoutSpans(text, [
      { from: 0, to: 7 },
      { from: 14, to: 20 },
    ]),
  ).toBe('home')
  expect(quoteSpan(text, { from: 9, to: 13 })).toBe('arsenal  "home" 14 mar')
})
