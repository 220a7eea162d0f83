import { expect, test } from 'vitest'
import { readAll } from '#api/test/fixtures/read-fixture-file.ts'

const ics = (text: string) => readAll('icalendar', text)
const calendar = (...lines: string[]) =>
  ics(['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR'].join('\n'))
const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:a@x', 'SUMMARY:A v B', ...lines, 'END:VEVENT']
const reasons = (read: { bad: { line: number; reason: string }[] }) =>
  read.bad.map(({ line, reason }) => [line, reason])
const titles = ({ rows }: Awaited<ReturnType<typeof readAll>>) =>
  rows.map(({ value }) => value.identity.title)

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
])('iCalendar: %s is read', async (_, lines, when) => {
  expect(await calendar(...event(...lines))).toMatchObject({ bad: [], rows: [{ line: 3, value: { when } }] })
})

test('iCalendar: a zone defined only in the file uses its own rules in summer and winter', async () => {
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
  const at = async (time: string) =>
    (await calendar(...zone, ...event(`DTSTART;TZID=Our Hall:${time}`))).rows[0]?.value.when
  expect(await at('20261212T150000')).toEqual({ kind: 'utc', instant: '2026-12-12T13:00:00.000Z' })
  expect(await at('20270712T150000')).toEqual({ kind: 'utc', instant: '2027-07-12T12:00:00.000Z' })
})

test('iCalendar: every bad event has its line and reason, and the good ones are read', async () => {
  const parsed = await calendar(
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
  expect(titles(parsed)).toEqual(['Good v Better'])
  expect(reasons(parsed)).toEqual([
    [3, 'DTSTART: the date does not exist'],
    [8, 'DTSTART: unknown time zone "Mars/Olympus"'],
    [13, 'DTSTART: is missing'],
    [17, 'SUMMARY: contains HTML'],
    [22, 'UID: is missing'],
    [26, 'the event has no END:VEVENT'],
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
])('iCalendar: a rule with %s is rejected', async (_, rule) => {
  const parsed = await calendar(...event('DTSTART:20261231T100000Z', `RRULE:${rule}`))
  expect(parsed).toMatchObject({ rows: [], bad: [{ line: 3 }] })
})

test('iCalendar: an endless rule gives two years, and a zone with a secondly rule is ignored', async () => {
  const weekly = await calendar(...event('DTSTART:20200101T100000Z', 'RRULE:FREQ=WEEKLY'))
  expect(weekly.rows.length).toBe(104)
  const zone = [
    'BEGIN:VTIMEZONE',
    'TZID:Bomb',
    'BEGIN:STANDARD',
    'DTSTART:19700101T000000',
    'RRULE:FREQ=SECONDLY',
  ]
  const parsed = await calendar(
    ...zone,
    'TZOFFSETFROM:+0000',
    'TZOFFSETTO:+0100',
    'END:STANDARD',
    'END:VTIMEZONE',
    ...event('DTSTART;TZID=Bomb:20261212T150000'),
  )
  expect(reasons(parsed)).toEqual([[12, 'DTSTART: unknown time zone "Bomb"']])
})

test('iCalendar: an invalid, truncated or deeply nested file is refused', async () => {
  const refused = async (text: string, line: number, reason: string) =>
    expect(await ics(text)).toMatchObject({
      isRefused: true,
      rows: [],
      bad: [{ line, reason: expect.stringContaining(reason) }],
    })
  await refused('{"a": 1}', 1, 'the file must start with BEGIN:VCALENDAR')
  await refused('BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:x', 3, 'no END:VEVENT')
  await refused('BEGIN:VCALENDAR', 1, 'no END:VCALENDAR')
  await refused(`BEGIN:VCALENDAR\n${'BEGIN:X\n'.repeat(100_000)}`, 9, 'nested deeper than 8')
  await refused(`BEGIN:VCALENDAR\n${'END:VEVENT\n'.repeat(100_000)}`, 1002, '1000 parts are broken')
})

test('iCalendar: an event of more than 64 kB is a bad row', async () => {
  const long = await calendar(...event('DTSTART:20261212T150000Z', `DESCRIPTION:${'x'.repeat(70_000)}`))
  expect(reasons(long)).toEqual([[3, 'the event is longer than 64 kB']])
})

test('iCalendar: the calendar cut after any event is refused', async () => {
  const text = ['BEGIN:VCALENDAR', ...event('DTSTART:20261212T150000Z'), 'END:VCALENDAR', ''].join('\n')
  for (let length = 1; length < text.trimEnd().length; length += 1)
    expect(await ics(text.slice(0, length)), String(length)).toMatchObject({ isRefused: true })
})

test('iCalendar: an override replaces its occurrence wherever the file lists it', async () => {
  const series = event('DTSTART:20261212T150000Z', 'RRULE:FREQ=WEEKLY;COUNT=2')
  const override = event('DTSTART:20261220T150000Z', 'RECURRENCE-ID:20261219T150000Z')
  const whens = async (...lines: string[]) =>
    (await calendar(...lines)).rows
      .map(({ value }) => ('instant' in value.when ? value.when.instant : ''))
      .toSorted()
  const expected = ['2026-12-12T15:00:00.000Z', '2026-12-20T15:00:00.000Z']
  expect(await whens(...series, ...override)).toEqual(expected)
  expect(await whens(...override, ...series)).toEqual(expected)
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
])('JSON-LD: %s is reported', async (_, change, reason) => {
  expect(await readAll('json-ld', node(change))).toMatchObject({
    isRefused: false,
    rows: [],
    bad: [{ line: 1, reason }],
    skipped: [],
  })
})

test('JSON-LD: titles lose entities and invisible characters, and other nodes are skipped', async () => {
  const text = `[${node({ name: ' Simon &amp; Garfunkel\u202E\u0000 &#8211; Live ' })},\n{"@type": "Organization", "name": "x"}]`
  const parsed = await readAll('json-ld', text)
  expect(titles(parsed)).toEqual(['Simon & Garfunkel – Live'])
  expect(parsed.skipped).toEqual([{ line: 2, reason: 'Organization is not an event' }])
})

test('JSON-LD: a graph with a broken node is refused', async () => {
  const text = `{"@graph": [\n${node({})},\n{"@type": "MusicEvent", "name: "broken"},\n${node({ name: 'B' })}\n]}`
  expect(await readAll('json-ld', text)).toMatchObject({
    isRefused: true,
    bad: [{ line: 3, reason: expect.stringContaining('not valid JSON') }],
  })
})

test('JSON-LD: evenings without their own URL are identified by title, venue and day', async () => {
  const run = [
    node({ '@id': '#e1' }),
    node({ startDate: '2027-01-03' }),
    node({ startDate: '2027-02-01', previousStartDate: '2027-01-03' }),
  ]
  const { rows } = await readAll('json-ld', `[${run.join(',')}]`)
  expect(rows.map(({ value }) => value.source?.id)).toEqual([
    'a night @ hall @ 2027 01 02',
    'a night @ hall @ 2027 01 03',
  ])
})

test.each([
  ['arrays', '['.repeat(4_000_000)],
  ['objects', '{"a":'.repeat(1_000_000)],
])('JSON with %s nested without end is refused', async (_, text) => {
  const refused = { isRefused: true, bad: [{ line: 1, reason: 'nested deeper than 40 levels' }] }
  expect(await readAll('json-ld', text)).toMatchObject(refused)
  expect(await readAll('ticketmaster', text)).toMatchObject(refused)
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
])('Ticketmaster: a file with %s is reported', async (_, text, reason) => {
  expect(await readAll('ticketmaster', text)).toMatchObject({
    rows: [],
    bad: [{ line: 1, reason: expect.stringContaining(reason) }],
  })
})
