import { expect, test } from 'vitest'
import { demoParseContext } from '#api/test/fixtures/demo-competitions.ts'
import { readTitle } from './source-title.ts'
import { parseICalendar } from './icalendar.ts'
import { parseJsonLd } from './json-ld.ts'
import { readJsonRows } from '../json-rows.ts'
import { seasonOf } from '../../competitions/competition.ts'
import { parseTicketmaster } from './ticketmaster.ts'

const context = demoParseContext('x.ics')
const { competitions } = context
const ics = (text: string) => parseICalendar(text, context)
const calendar = (...lines: string[]) =>
  ics(['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR'].join('\n'))
const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:a@x', 'SUMMARY:A v B', ...lines, 'END:VEVENT']
const reasons = (parsed: { bad: { line: number; reason: string }[] }) =>
  parsed.bad.map(({ line, reason }) => [line, reason])

test.each([
  ['a UTC time', ['DTSTART:20261212T150000Z'], { kind: 'utc', instant: '2026-12-12T15:00:00.000Z' }],
  ['a venue-local time', ['DTSTART:20261212T150000'], { kind: 'local', local: '2026-12-12T15:00' }],
  ['a day', ['DTSTART;VALUE=DATE:20261212'], { kind: 'local', local: '2026-12-12T00:00' }],
  [
    'an IANA zone without a VTIMEZONE',
    ['DTSTART;TZID=Europe/Rome:20261212T150000'],
    { kind: 'zoned', local: '2026-12-12T15:00', zone: 'Europe/Rome' },
  ],
  [
    'a zone with a vendor prefix',
    ['DTSTART;TZID=/mozilla.org/20050126_1/Europe/Berlin:20261212T150000'],
    { kind: 'zoned', local: '2026-12-12T15:00', zone: 'Europe/Berlin' },
  ],
  [
    'an Outlook zone name',
    ['DTSTART;TZID=W. Europe Standard Time:20261212T150000'],
    { kind: 'zoned', local: '2026-12-12T15:00', zone: 'Europe/Berlin' },
  ],
])('iCalendar: %s is read', (_, lines, when) => {
  expect(calendar(...event(...lines))).toMatchObject({ bad: [], rows: [{ line: 3, value: { when } }] })
})

test('iCalendar: a zone defined only in the file uses its own rules in summer and winter', () => {
  const zone = [
    'BEGIN:VTIMEZONE',
    'TZID:Our Hall',
    'BEGIN:STANDARD',
    'DTSTART:19701025T030000',
    'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
    'TZOFFSETFROM:+0300',
    'TZOFFSETTO:+0200',
    'END:STANDARD',
    'BEGIN:DAYLIGHT',
    'DTSTART:19700329T020000',
    'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
    'TZOFFSETFROM:+0200',
    'TZOFFSETTO:+0300',
    'END:DAYLIGHT',
    'END:VTIMEZONE',
  ]
  const at = (time: string) =>
    calendar(...zone, ...event(`DTSTART;TZID=Our Hall:${time}`)).rows[0]?.value.when
  expect(at('20261212T150000')).toEqual({ kind: 'utc', instant: '2026-12-12T13:00:00.000Z' })
  expect(at('20270712T150000')).toEqual({ kind: 'utc', instant: '2027-07-12T12:00:00.000Z' })
})

test('iCalendar: every bad event has its line and reason, and the good ones are read', () => {
  const parsed = calendar(
    ...event('DTSTART:20261345T990000Z'),
    ...event('DTSTART;TZID=Mars/Olympus:20261212T150000'),
    ...event(),
    'BEGIN:VEVENT',
    'UID:b@x',
    'DTSTART:20261212T150000Z',
    'SUMMARY:<b>Arsenal</b> v Chelsea',
    'END:VEVENT',
    'BEGIN:VEVENT',
    'DTSTART:20261212T150000Z',
    'SUMMARY:no uid',
    'END:VEVENT',
    'BEGIN:VEVENT',
    'UID:open@x',
    'BEGIN:VEVENT',
    'UID:good@x',
    'DTSTART:20261212T150000Z',
    'SUMMARY:Good v Better',
    'END:VEVENT',
    ...event('DTSTART:20261212T150000Z', 'this is not a property'),
    ...event('DTSTART:00010101T000000Z'),
  )
  expect(parsed.rows.map(({ value }) => value.title)).toEqual(['Good v Better'])
  expect(reasons(parsed)).toEqual([
    [26, 'the event has no END:VEVENT'],
    [3, 'DTSTART: the date does not exist'],
    [8, 'DTSTART: unknown time zone "Mars/Olympus"'],
    [13, 'DTSTART: is missing'],
    [17, 'SUMMARY: contains HTML'],
    [22, 'UID: is missing'],
    [33, expect.stringContaining('cannot be parsed')],
    [39, 'DTSTART: the year 1 is out of range'],
  ])
})

test.each([
  ['SECONDLY', 'FREQ=SECONDLY'],
  ['impossible days', 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31'],
  ['an interval out of range', 'FREQ=WEEKLY;INTERVAL=99999999'],
  ['a weekday it never reaches', 'FREQ=DAILY;INTERVAL=7;BYDAY=MO'],
  ['days that some months lack', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30'],
  ['a million occurrences', 'FREQ=DAILY;COUNT=1000000'],
  ['an unknown frequency', 'FREQ=SOMETIMES'],
])('iCalendar: a rule with %s is rejected quickly', (_, rule) => {
  const from = Date.now()
  const parsed = calendar(...event('DTSTART:20261231T100000Z', `RRULE:${rule}`))
  expect(parsed).toMatchObject({ rows: [], bad: [{ line: 3 }] })
  expect(Date.now() - from).toBeLessThan(2000)
})

test('iCalendar: an endless rule gives two years, and a zone with a secondly rule is ignored', () => {
  expect(calendar(...event('DTSTART:20200101T100000Z', 'RRULE:FREQ=WEEKLY')).rows.length).toBe(104)
  const zone = [
    'BEGIN:VTIMEZONE',
    'TZID:Bomb',
    'BEGIN:STANDARD',
    'DTSTART:19700101T000000',
    'RRULE:FREQ=SECONDLY',
  ]
  const parsed = calendar(
    ...zone,
    'TZOFFSETFROM:+0000',
    'TZOFFSETTO:+0100',
    'END:STANDARD',
    'END:VTIMEZONE',
    ...event('DTSTART;TZID=Bomb:20261212T150000'),
  )
  expect(reasons(parsed)).toEqual([[12, 'DTSTART: unknown time zone "Bomb"']])
})

test('iCalendar: an invalid, truncated or deeply nested file is rejected', () => {
  expect(reasons(ics('{"a": 1}'))).toEqual([[1, 'the file must start with BEGIN:VCALENDAR']])
  expect(reasons(ics('BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:x'))).toEqual([
    [3, expect.stringContaining('no END:VEVENT')],
  ])
  expect(reasons(ics('BEGIN:VCALENDAR'))).toEqual([[1, expect.stringContaining('no END:VCALENDAR')]])
  const deep = ics(`BEGIN:VCALENDAR\n${'BEGIN:X\n'.repeat(100_000)}`)
  expect(reasons(deep)).toEqual([[9, expect.stringContaining('nested deeper than 8')]])
  const broken = ics(`BEGIN:VCALENDAR\n${'END:VEVENT\n'.repeat(100_000)}`)
  expect(broken.bad).toHaveLength(1001)
  const long = calendar(...event('DTSTART:20261212T150000Z', `DESCRIPTION:${'x'.repeat(70_000)}`))
  expect(reasons(long)).toEqual([[3, 'the event is longer than 64 kB']])
})

test('iCalendar: a file of eight megabytes is read up to the event limit', () => {
  const many = Array.from({ length: 21_000 }, (_, index) =>
    ['BEGIN:VEVENT', `UID:${index}@x`, 'DTSTART:20261212T150000Z', 'SUMMARY:A v B', 'END:VEVENT'].join('\n'),
  )
  const parsed = calendar(...many)
  expect(parsed.rows.length).toBeLessThanOrEqual(20_001)
  expect(reasons(parsed)).toEqual([[expect.any(Number), expect.stringContaining('more than 20000 events')]])
})

const node = (change: object) =>
  JSON.stringify({
    '@type': 'MusicEvent',
    name: 'A Night',
    startDate: '2027-01-02',
    location: 'Hall',
    ...change,
  })

test.each([
  ['name with HTML', { name: 'A <script>alert(1)</script>' }, 'name: contains HTML'],
  ['name with HTML in entities', { name: '&lt;img src=x&gt;' }, 'name: contains HTML'],
  ['a name of symbols', { name: '!!!' }, 'name: has no letter or digit'],
  ['a name of 10,000 characters', { name: 'x'.repeat(10_000) }, 'name: is longer than 200 characters'],
  ['a name that is a number', { name: 7 }, 'name: is missing'],
  ['no date', { startDate: undefined }, 'startDate: is missing'],
  ['the 31st of February', { startDate: '2027-02-31' }, 'startDate: is not a date such as 2026-11-28T15:00'],
  ['the year 9999', { startDate: '9999-01-01' }, 'startDate: is not a date such as 2026-11-28T15:00'],
  [
    'text instead of a date',
    { startDate: 'next Friday' },
    'startDate: is not a date such as 2026-11-28T15:00',
  ],
  ['an unknown status', { eventStatus: 'EventEaten' }, 'eventStatus: unknown value "EventEaten"'],
  ['a place without a name', { location: { '@type': 'Place' } }, 'location: is missing'],
  ['no type', { '@type': undefined }, '@type: is missing'],
])('JSON-LD: %s is reported', (_, change, reason) => {
  expect(parseJsonLd(node(change), demoParseContext('x'))).toEqual({
    rows: [],
    bad: [{ line: 1, reason }],
    skipped: [],
  })
})

test('JSON-LD: titles lose entities and invisible characters, and other nodes are skipped', () => {
  const text = `[${node({ name: ' Simon &amp; Garfunkel\u202E\u0000 &#8211; Live ' })},\n{"@type": "Organization", "name": "x"}]`
  const parsed = parseJsonLd(text, demoParseContext('x'))
  expect(parsed.rows.map(({ value }) => value.title)).toEqual(['Simon & Garfunkel – Live'])
  expect(parsed.skipped).toEqual([{ line: 2, reason: 'Organization is not an event' }])
})

test('JSON-LD: valid nodes of a broken graph are read', () => {
  const text = `{"@graph": [\n${node({})},\n{"@type": "MusicEvent", "name: "broken"},\n${node({ name: 'B' })}\n]}`
  const parsed = parseJsonLd(text, demoParseContext('x'))
  expect(parsed.rows.map(({ line, value }) => [line, value.title])).toEqual([
    [2, 'A Night'],
    [4, 'B'],
  ])
  expect(reasons(parsed)).toEqual([[3, expect.stringContaining('not valid JSON')]])
})

test('JSON-LD: evenings without their own URL are identified by title, venue and day', () => {
  const run = [
    node({}),
    node({ startDate: '2027-01-03' }),
    node({ startDate: '2027-02-01', previousStartDate: '2027-01-03' }),
  ]
  expect(parseJsonLd(`[${run.join(',')}]`, demoParseContext('x')).rows.map(({ value }) => value.ref)).toEqual(
    ['a night @ hall @ 2027 01 02', 'a night @ hall @ 2027 01 03'],
  )
})

test.each([
  ['arrays', '['.repeat(4_000_000)],
  ['objects', '{"a":'.repeat(1_000_000)],
])('JSON with %s nested without end is rejected', (_, text) => {
  const reason = 'the file cannot be read: it is nested deeper than 40 levels'
  expect(parseJsonLd(text, demoParseContext('x')).bad).toEqual([{ line: 1, reason }])
  expect(parseTicketmaster(text, context).bad).toEqual([{ line: 1, reason }])
})

test('a list with only broken entries is abandoned quickly', () => {
  const from = Date.now()
  const { bad } = readJsonRows(`{"matches": [\n${'{\n'.repeat(300_000)}`, 'matches')
  expect(bad.length).toBeLessThan(210)
  expect(bad.at(-1)?.reason).toMatch(/never closed|not read/)
  expect(Date.now() - from).toBeLessThan(10_000)
})

test.each([
  ['no events', '{"page": {}}', 'the file has no events'],
  ['only attractions', '{"_embedded": {"attractions": []}}', 'the file has attractions but no events'],
  ['invalid JSON', '<html>', 'not valid JSON'],
  ['an event without dates', '[{"id": "1", "name": "A"}]', 'dates: is missing'],
  [
    'an unknown status',
    '[{"id": "1", "name": "A", "dates": {"start": {"localDate": "2027-01-01"}, "status": {"code": "lost"}}}]',
    'dates.status.code: unknown value "lost"',
  ],
  [
    'an invalid date',
    '[{"id": "1", "name": "A", "dates": {"start": {"localDate": "2027-13-01"}}}]',
    'dates.start: has no date',
  ],
  [
    'HTML in a name',
    '[{"id": "1", "name": "<i>A</i>", "dates": {"start": {"localDate": "2027-01-01"}}}]',
    'name: contains HTML',
  ],
])('Ticketmaster: a file with %s is reported', (_, text, reason) => {
  expect(parseTicketmaster(text, context)).toMatchObject({
    rows: [],
    bad: [{ line: 1, reason: expect.stringContaining(reason) }],
  })
})

test.each([
  [
    'Arsenal FC v Manchester City FC (date TBC)',
    { home: 'Arsenal FC', away: 'Manchester City FC', isCertain: true },
  ],
  [
    'Chicago Bears at Green Bay Packers',
    { home: 'Green Bay Packers', away: 'Chicago Bears', isCertain: false },
  ],
  ['Inter – Milan', { home: 'Inter', away: 'Milan', isCertain: false }],
  ['Premier League: Spurs vs. Man U', { home: 'Spurs', away: 'Man U', isCertain: true }],
  ['CANCELLED: Fulham v Brentford', { home: 'Fulham', away: 'Brentford', isCertain: true }],
  ['Dua Lipa', null],
])('reads the teams in the title "%s"', (title, pairing) => {
  expect(readTitle(title, competitions).pairing).toEqual(pairing)
})

test('a title reveals competition, session, status and whether it is tentative', () => {
  expect(readTitle('Formula 1 — Australian Grand Prix 2026 — Gara', competitions)).toMatchObject({
    name: 'Australian Grand Prix',
    competition: 'formula-1',
    isEventSession: true,
  })
  expect(
    readTitle('Formula 1 — Miami Grand Prix 2026 — Sprint Qualifying', competitions).isEventSession,
  ).toBe(false)
  expect(readTitle('Fulham v Brentford (postponed)', competitions)).toMatchObject({
    name: 'Fulham v Brentford',
    status: 'postponed',
  })
  expect(readTitle('Fulham v Brentford (time TBA)', competitions)).toMatchObject({
    isTentative: true,
    status: null,
  })
  expect(readTitle('Radiohead - Kid A Mnesia', competitions)).toMatchObject({
    name: 'Radiohead - Kid A Mnesia',
    competition: null,
  })
})

test.each([
  ['premier-league', '2026-07-01', '2026-27'],
  ['premier-league', '2027-06-30', '2026-27'],
  ['brasileirao', '2026-11-30', '2026'],
  ['nfl', '2027-01-10', '2026'],
  ['formula-1', '2026-11-22', '2026'],
  ['new-york-philharmonic', '2026-09-11', '2026-27'],
  ['concerts', '2027-02-03', '2027'],
])('an event of %s on %s belongs to the season %s', (slug, day, season) => {
  expect(seasonOf(competitions.of(slug), day)).toBe(season)
})
