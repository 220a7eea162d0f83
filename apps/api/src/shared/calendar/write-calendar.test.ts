import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import type { CalendarEntry } from './calendar-entry.ts'
import { writeCalendar } from './write-calendar.ts'

const entryOf = (values: Partial<CalendarEntry>): CalendarEntry => ({
  uid: 'event-1@terrace.example',
  title: 'Arsenal v Spurs',
  details: [],
  place: '',
  url: null,
  when: { start: new Date('2027-03-14T15:00:00Z'), minutes: 120 },
  status: 'confirmed',
  sequence: 0,
  updatedAt: new Date('2026-11-01T10:00:00.500Z'),
  ...values,
})

const write = (values: Partial<CalendarEntry>, name?: string) =>
  writeCalendar({ publisher: 'Terrace', entries: [entryOf(values)], ...(name !== undefined && { name }) })

function parse(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[])
  const events = calendar.getAllSubcomponents('vevent')
  return { calendar, events, event: new ICAL.Event(events[0]) }
}

test('an entry has its time in UTC, its length, state, number of changes and link', () => {
  const text = write({
    sequence: 3,
    url: 'https://terrace.example/tickets/a,b;c/1',
    place: 'Emirates, London',
  })
  const { event } = parse(text)
  expect(text).toContain('\r\nDTSTART:20270314T150000Z\r\n')
  expect(text).toContain('\r\nDURATION:PT2H\r\n')
  expect(text).toContain('\r\nLAST-MODIFIED:20261101T100000Z\r\n')
  expect(event.uid).toBe('event-1@terrace.example')
  expect(event.endDate.toJSDate()).toEqual(new Date('2027-03-14T17:00:00Z'))
  expect(event.sequence).toBe(3)
  expect(event.location).toBe('Emirates, London')
  expect(event.component.getFirstPropertyValue('status')).toBe('CONFIRMED')
  expect(event.component.getFirstPropertyValue('url')).toBe('https://terrace.example/tickets/a,b;c/1')
})

test('a day without a time is an all-day entry', () => {
  const text = write({ when: { day: '2027-03-14' }, status: 'tentative' })
  expect(text).toContain('\r\nDTSTART;VALUE=DATE:20270314\r\n')
  expect(text).not.toContain('DURATION')
  expect(parse(text).event.startDate.isDate).toBe(true)
})

test.each([
  ['commas, semicolons and backslashes', String.raw`Spurs, Arsenal; "Cup" \n \; C:\x`],
  ['emoji of several characters', '👩‍👩‍👧‍👦 Family day 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ⚽'],
  ['text from right to left', 'الهلال ضد النصر و מכבי תל אביב'],
  ['a long title without spaces', '漢字'.repeat(200)],
])('%s survive in title, description and place', (_, text) => {
  const { event } = parse(write({ title: text, details: [text, text], place: text }))
  expect(event.summary).toBe(text)
  expect(event.description).toBe(`${text}\n${text}`)
  expect(event.location).toBe(text)
})

describe('hostile text', () => {
  const hostile = 'Cup\r\nEND:VEVENT\r\nBEGIN:VEVENT\nUID:other\u0000\u0007\u001B\u202E\uD800 final'

  test('adds no line, no entry and no control character', () => {
    const text = write({ title: hostile, details: [hostile], place: hostile, uid: 'a\r\nb' }, hostile)
    const { events, event } = parse(text)
    expect(events).toHaveLength(1)
    expect(event.summary).toBe('Cup END:VEVENT BEGIN:VEVENT UID:other final')
    expect(event.description).toBe('Cup\nEND:VEVENT\nBEGIN:VEVENT\nUID:other final')
    expect(event.uid).toBe('a b')
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\p{Cc}\p{Cs}\u202E]/u)
  })

  test('is escaped in the name of the calendar', () => {
    const text = write({}, String.raw`A, B; C\D`)
    expect(text).toContain(String.raw`X-WR-CALNAME:A\, B\; C\\D`)
  })
})

test('lines end with CRLF and are at most 75 bytes long, also in text of several bytes per character', () => {
  const text = write({ title: '⚽ Ø 漢字 '.repeat(60), details: ['x'.repeat(400)] }, 'é'.repeat(200))
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
})

test('the same entries give the same text, and no entry gives a valid calendar', () => {
  expect(write({})).toBe(write({}))
  const { calendar } = parse(writeCalendar({ publisher: 'Terrace', name: 'Arsenal', entries: [] }))
  expect(calendar.getFirstPropertyValue('version')).toBe('2.0')
  expect(calendar.getFirstPropertyValue('prodid')).toBe('-//Terrace//Calendar//EN')
  expect(calendar.getFirstPropertyValue('refresh-interval')?.toString()).toBe('PT1H')
})
