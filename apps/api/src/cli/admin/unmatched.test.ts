import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { importFile } from '#api/modules/catalogue/index.ts'
import { systemClock } from '#api/shared/clock.ts'
import { loadDemoCompetitions } from '#api/test/fixtures/demo-competitions.ts'
import { cliFixture } from '#api/test/fixtures/cli-fixture.ts'
import { calendar, fixture } from '#api/test/fixtures/feed-samples.ts'
import { parseUnmatchedCommand } from './unmatched.ts'
import { readSource } from '../import/read-source.ts'
import { reportLines } from '../import/report-import.ts'

const cli = cliFixture()
const { run } = cli

const venueRows = [
  'league,club,venue,city,country_code,timezone,capacity,latitude,longitude',
  'en.1,Arsenal FC,Emirates Stadium,London,GB,Europe/London,60704,,',
  'en.1,Chelsea FC,Stamford Bridge,London,GB,Europe/London,40341,,',
].join('\n')

/** Always in the future: the CLI uses the system clock. */
const nextYear = new Date().getUTCFullYear() + 1

test('unmatched events are imported, listed, matched and loaded, each with its exit code', async () => {
  await loadDemoCompetitions({ db: cli.db, clock: systemClock })
  await importFile(
    { db: cli.db, clock: systemClock },
    { kind: 'venues', content: venueRows, fileName: 'v.csv' },
  )
  const file = join(cli.folder, 'league.ics')
  const entries = [
    fixture('a@x', 'Premier League: Gooners v Chelsea FC', `;VALUE=DATE:${nextYear}0306`),
    fixture('b@x', 'Premier League: Chelsea FC v Gooners', `;VALUE=DATE:${nextYear}0313`),
  ]
  await writeFile(file, calendar(...entries))
  const imported = await run('import', ['icalendar', file])
  expect([imported.code, imported.error]).toEqual([0, ''])
  expect(imported.out.trimEnd().split('\n')).toEqual([
    '2 events read: 0 unchanged, 2 waiting for a decision',
    '2 events need matching: npm run admin -- unmatched list',
    '2 seating plans rendered',
  ])
  const listed = await run('admin', ['unmatched', 'list'])
  expect([listed.code, listed.out.split('\n').slice(0, 2)]).toEqual([
    0,
    [`1  Gooners v Chelsea FC, ${nextYear}-03-06  (league.ics:3)`, '    team: Gooners'],
  ])
  const wrong = await run('admin', ['unmatched', 'match', '1', '--team', 'gunners'])
  expect([wrong.code, wrong.error]).toEqual([1, '--team: there is no team with the slug "gunners"\n'])
  const matched = await run('admin', ['unmatched', 'match', '1', '--team', 'arsenal-fc'])
  expect([matched.code, matched.out]).toEqual([
    0,
    '"Gooners" now means Arsenal FC: 2 rows loaded, 0 rows still unmatched\n',
  ])
  const none = await run('admin', ['unmatched', 'dismiss', '2'])
  expect([none.code, none.error]).toEqual([1, 'No unmatched row has the number 2\n'])
  expect((await run('admin', ['unmatched'])).out).toBe('nothing to match\n')
  await writeFile(file, calendar(...entries, fixture('c@x', '<b>x</b>', ':20270101T100000Z')))
  const bad = await run('import', ['icalendar', file])
  expect([bad.code, bad.out.split('\n').slice(0, 2)]).toEqual([
    1,
    ['3 events read: 2 unchanged, 1 bad', `  ${file}:15: SUMMARY: contains HTML`],
  ])
  const odd = await run('admin', ['unmatched', 'match', '1'])
  expect([odd.code, odd.error]).toEqual([2, expect.stringContaining('unmatched match needs one of --event')])
})

test('an oversized, compressed, non-UTF-8 or special file is rejected before it is read', async () => {
  const put = async (name: string, content: string | Buffer) => {
    const path = join(cli.folder, name)
    await writeFile(path, content)
    return path
  }
  const large = await put('large.ics', `BEGIN:VCALENDAR\n${'X'.repeat(10_000_000)}`)
  const rejected = await run('import', ['icalendar', large])
  expect([rejected.code, rejected.error]).toEqual([
    2,
    `${large} is larger than 8,388,608 bytes; split it and import the parts\n`,
  ])
  const problemOf = async (path: string) =>
    readSource(path).then((source) => ('problem' in source ? source.problem : ''))
  expect(await problemOf(await put('a.ics.gz', gzipSync('x'.repeat(1_000_000))))).toContain('is compressed')
  expect(await problemOf(await put('latin.ics', Buffer.from('SUMMARY:Köln', 'latin1')))).toContain(
    'is not UTF-8 or UTF-16',
  )
  expect(await problemOf(await put('nul.ics', 'BEGIN:VCALENDAR\0'))).toContain('is not UTF-8 or UTF-16 text')
  expect(await problemOf(await put('empty.ics', ' \n'))).toContain('is empty')
  expect(await problemOf(cli.folder)).toContain('not a file')
  expect(await problemOf('/dev/zero')).toContain('not a file')
  const wide = Buffer.from('\uFEFFname,city\nKöln,1', 'utf16le')
  expect(await readSource(await put('wide.csv', wide))).toEqual({ text: 'name,city\nKöln,1' })
  expect(await readSource(await put('good.ics', '\uFEFFBEGIN:VCALENDAR'))).toEqual({
    text: 'BEGIN:VCALENDAR',
  })
})

test('the report strips terminal control characters from quoted file content', () => {
  const bad = [{ line: 3, reason: 'cannot be read: "\u001B[2J\u202E"' }]
  const report = { read: 1, counts: { unchanged: 0 }, bad, skipped: [] }
  expect(reportLines(report, 'events', 'x.ics').at(-1)).toBe('  x.ics:3: cannot be read: "?[2J?"')
})

test.each([
  [['list'], { verb: 'list', status: 'waiting' }],
  [[], { verb: 'list', status: 'waiting' }],
  [['list', '--dismissed'], { verb: 'list', status: 'dismissed' }],
  [['match', '7', '--event', '12'], { verb: 'match', decision: { id: 7, is: 'event', eventId: 12 } }],
  [
    ['match', '7', '--team', 'arsenal', '--name', 'Gooners'],
    { verb: 'match', decision: { is: 'team', slug: 'arsenal', name: 'Gooners' } },
  ],
  [['match', '7', '--new'], { verb: 'match', decision: { id: 7, is: 'new' } }],
  [['dismiss', '7', '8'], { verb: 'dismiss', ids: [7, 8] }],
])('parses unmatched %j', (args, request) => {
  expect(parseUnmatchedCommand(args)).toMatchObject(request)
})

test.each([
  [['eat'], 'unmatched accepts list, match or dismiss'],
  [['match'], 'needs a row number'],
  [['match', 'x', '--new'], 'needs a row number'],
  [['match', '1', '2', '--new'], 'one row at a time'],
  [['match', '1', '--new', '--team', 'a'], 'needs one of'],
  [['match', '1', '--event', '1.5'], '--event: must be an event number'],
  [['dismiss', '1', '--new'], 'unknown option: --new'],
  [['list', '--wurst'], '--wurst'],
])('rejects unmatched %j with a reason', (args, reason) => {
  expect(parseUnmatchedCommand(args)).toContain(reason)
})
