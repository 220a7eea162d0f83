import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { importFile } from '#api/modules/catalogue/index.ts'
import { systemClock } from '#api/shared/clock.ts'
import { cliFixture } from '#api/test/fixtures/cli-fixture.ts'
import { loadDemoCompetitions } from '#api/test/fixtures/demo-competitions.ts'
import { calendar, fixture } from '#api/test/fixtures/feed-samples.ts'
import { parseProposalCommand } from './proposals.ts'

const cli = cliFixture()
const { run } = cli
const proposals = (...args: string[]) => run('admin', ['catalogue', 'proposals', ...args])

const venueRows = [
  'league,club,venue,city,country_code,timezone,capacity,latitude,longitude',
  'en.1,Arsenal FC,Emirates Stadium,London,GB,Europe/London,60704,,',
  'en.1,Chelsea FC,Stamford Bridge,London,GB,Europe/London,40341,,',
].join('\n')

/** Always in the future: the CLI uses the system clock. */
const nextYear = new Date().getUTCFullYear() + 1

test('names of a file are proposed, decided and loaded, each with its exit code', async () => {
  const context = { db: cli.db, clock: systemClock }
  await loadDemoCompetitions(context)
  await importFile(context, { kind: 'venues', content: venueRows })
  const file = join(cli.folder, 'league.ics')
  const entries = [
    fixture('a@x', 'Premier League: Gooners v Chelsea FC', `;VALUE=DATE:${nextYear}0306`),
    fixture('b@x', 'Premier League: Chelsea FC v Gooners', `;VALUE=DATE:${nextYear}0313`),
    fixture('c@x', 'Premier League: Chelsae FC v Arsenal FC', `;VALUE=DATE:${nextYear}0320`),
  ]
  await writeFile(file, calendar(...entries))
  const imported = await run('import', ['fixtures', file, '--apply'])
  expect([imported.code, imported.error]).toEqual([0, ''])
  expect(imported.out.trimEnd().split('\n')).toEqual([
    '3 events read: 0 unchanged, 3 waiting',
    '  unknown performer: Gooners (2 rows, the first on line 3)',
    '  unknown performer: Chelsae FC (line 15)',
    '3 events wait for a decision about names: npm run admin -- catalogue proposals',
    '2 seating plans rendered',
  ])
  const listed = await proposals()
  expect(listed.out.trimEnd().split('\n').slice(0, 2)).toEqual([
    '1  Gooners  (team · premier-league; 2 rows; league.ics:3)',
    '2  Chelsae FC  (team · premier-league; 1 row; league.ics:15)',
  ])
  expect(listed.out).toContain(' % Chelsea FC  chelsea-fc')
  const wrong = await proposals('merge', '1', 'gunners')
  expect([wrong.code, wrong.error]).toEqual([1, '--into: there is no performer with the slug "gunners"\n'])
  const merged = await proposals('merge', '1', 'arsenal-fc')
  expect([merged.code, merged.out]).toEqual([
    0,
    '"Gooners" now means Arsenal FC\n2 rows loaded, 0 still waiting\n',
  ])
  const rejected = await proposals('reject', '2')
  expect(rejected.out).toBe('1 proposal rejected, 1 row dismissed\n')
  expect((await proposals('list')).out).toBe('No open proposals\n')
  const none = await proposals('accept', '77')
  expect([none.code, none.error]).toEqual([1, '--proposal: there is no proposal 77\n'])
  const audit = await run('admin', ['audit', '--kind', 'catalogue.changed'])
  expect(audit.out).toContain('action=proposal merged')
})

test.each([
  [['list'], { do: 'list', file: undefined }],
  [[], { do: 'list', file: undefined }],
  [['list', '--file', 'nhl.csv'], { do: 'list', file: 'nhl.csv' }],
  [['merge', '7', 'arsenal'], { do: 'merge', id: 7, target: 'arsenal' }],
  [['accept', '7', '8'], { do: 'accept', choice: { ids: [7, 8] } }],
  [
    ['accept', '7', '--timezone', 'Europe/London', '--country-code', 'GB'],
    { do: 'accept', choice: { ids: [7] }, options: { timezone: 'Europe/London', countryCode: 'GB' } },
  ],
  [
    ['accept', '--file', 'a.csv', '--only', 'performers'],
    { do: 'accept', choice: { file: 'a.csv', what: 'performer' } },
  ],
  [['reject', '--file', 'a.csv'], { do: 'reject', choice: { file: 'a.csv' } }],
])('parses proposals %j', (args, command) => {
  expect(parseProposalCommand(args)).toMatchObject(command)
})

test.each([
  [['eat'], 'proposals accepts list, accept, merge or reject'],
  [['accept'], 'needs a number from the list, or --file'],
  [['accept', 'x'], '"x" is not the number of a proposal'],
  [['accept', '7', '--file', 'a.csv'], 'numbers or --file, not both'],
  [['accept', '--file', 'a.csv', '--only', 'teams'], '--only: must be one of performers, venues, events'],
  [['accept', '7', '8', '--name', 'X'], '--name: names one proposal'],
  [['merge', '7'], 'needs a number and what the name means'],
  [['merge', 'arsenal', '7'], '"arsenal" is not the number of a proposal'],
  [['reject', '7', '--timezone', 'UTC'], 'reject does not accept --timezone'],
  [['list', '--wurst'], '--wurst'],
])('rejects proposals %j with a reason', (args, reason) => {
  expect(parseProposalCommand(args)).toContain(reason)
})
