import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { recordSecurityEvents } from '#api/audit/audit.repo.ts'
import { cliFixture } from '#api/test/fixtures/cli-fixture.ts'
import { addAccount, addTeam, addVenue } from '#api/test/fixtures/factories.ts'

const fixture = cliFixture()
const { run } = fixture

const demo = (path: string) => new URL(`../../../../seeds/data/${path}`, import.meta.url).pathname

test.each(['admin', 'import', 'seed'])('%s runs as a process of its own', async (command) => {
  const file = new URL(`./${command}.ts`, import.meta.url).pathname
  const help = await promisify(execFile)(process.execPath, [file, '--help'])
  expect(help.stdout).toMatch(/^Usage: npm run /)
  await expect(promisify(execFile)(process.execPath, [file, '--wrong'])).rejects.toMatchObject({ code: 2 })
})

test('import: good rows of a bad file are loaded, bad rows are reported, exit code 1', async () => {
  const file = join(fixture.folder, 'rates.csv')
  await writeFile(file, 'Date,USD\n2026-04-13,1.1684\nsoon,1.2\n2026-04-10,-1\n')
  const { code, out } = await run('import', ['rates', file])
  expect(code).toBe(1)
  expect(out.split('\n')).toEqual([
    '3 rates read: 1 added, 0 unchanged, 2 bad',
    `  ${file}:3: Date: "soon" is not a date such as 2026-04-13`,
    `  ${file}:4: USD: "-1" is not a rate`,
    '',
  ])
  const again = await run('import', ['rates', file])
  expect(again.out).toContain('3 rates read: 1 unchanged, 2 bad')
})

test('import: a good file prints its counts, exit code 0', async () => {
  const { code, out } = await run('import', ['currencies', demo('reference/currencies.json')])
  expect([code, out.split('\n')[0]]).toEqual([0, '179 currencies read: 154 added, 0 unchanged, 25 left out'])
})

test('import: an unknown kind, a missing file and no arguments print the usage, exit code 2', async () => {
  const kind = await run('import', ['wurst', 'x'])
  expect([kind.code, kind.error]).toEqual([2, expect.stringContaining('Unknown kind: wurst')])
  expect(kind.error).toContain('seating-plan')
  const file = await run('import', ['venues', join(fixture.folder, 'none.csv')])
  expect([file.code, file.error]).toEqual([2, expect.stringContaining('cannot read')])
  const two = await run('import', ['fixtures', 'a.csv', 'b.csv'])
  expect([two.code, two.error]).toEqual([2, 'Unexpected argument: b.csv\n'])
  const empty = join(fixture.folder, 'empty.csv')
  await writeFile(empty, '\n')
  expect(await run('import', ['venues', empty])).toMatchObject({ code: 2, error: `${empty} is empty\n` })
  const nothing = await run('import', [])
  expect([nothing.code, nothing.error]).toEqual([2, expect.stringContaining('Usage: npm run import')])
})

test('import: a seating plan is loaded in full or not at all, and needs a venue', async () => {
  await addVenue(fixture.db, { name: 'The Hall' })
  const { rows } = await sql<{ slug: string }>`select slug from venues`.execute(fixture.db)
  const slug = rows[0]?.slug ?? ''
  const chart = demo('seatmaps/seatsio-sections.json')
  const done = await run('import', ['seating-plan', chart, '--venue', slug])
  expect([done.code, done.out.split('\n')]).toEqual([
    0,
    ['2 blocks read: 2 on the plan', '  The Hall has this plan', ''],
  ])
  const file = join(fixture.folder, 'plan.json')
  await writeFile(file, '{"sections": [\n{"tier": "A", "section": "1", "points": [[0, 0], [1, 1]]}]}')
  const bad = await run('import', ['seating-plan', file, `--venue=${slug}`])
  expect([bad.code, bad.out.split('\n')]).toEqual([
    1,
    [
      '1 blocks read: 1 bad',
      `  ${file}:2: sections.0: "A 1" has fewer than three corners`,
      '  nothing was changed',
      '',
    ],
  ])
  const usageErrors = [
    [['seating-plan', chart], /^seating-plan needs a venue: --venue /],
    [['seating-plan', chart, '--venue', 'the-moon'], /^venue\/the-moon was not found\. /],
    [['rates', chart, '--venue', slug], /^rates does not accept --venue$/m],
    [['seating-plan', chart, '--vanue', slug], /^Unknown option '--vanue'/],
  ] as const
  for (const [args, expected] of usageErrors) {
    const rejected = await run('import', [...args])
    expect([rejected.code, rejected.error]).toEqual([2, expect.stringMatching(expected)])
  }
})

test('seed: the demo is loaded once, and a second run changes nothing', async () => {
  const first = await run('seed', ['--listings', '2500'])
  expect([first.error, first.code, first.out]).toEqual([
    '',
    0,
    expect.stringMatching(/listings: 2,500 generated, [\d,]+ tickets for [\d,]+ events/),
  ])
  const counts = async () => {
    const { rows } = await sql<Record<string, number>>`
      select (select count(*)::int from listings) as listings, (select count(*)::int from listings where is_demo) as marked,
        (select count(distinct seller_team_id)::int from listings) as sellers, (select count(*)::int from accounts) as accounts,
        (select count(*)::int from events where starts_at > now()) as upcoming,
        (select sum(listing_count)::int from event_stats) as counted,
        (select count(distinct event_id)::int from listings) as stocked`.execute(fixture.db)
    return rows[0]
  }
  const loaded = await counts()
  expect(loaded).toMatchObject({ listings: 2500, marked: 2500, sellers: 12, accounts: 5, counted: 2500 })
  expect(loaded?.['upcoming']).toBeGreaterThan(500)
  const second = await run('seed', [])
  expect([second.code, second.out]).toEqual([0, 'demo: already loaded with 2,500 listings\n'])
  expect(await counts()).toEqual(loaded)
  // A demo of an earlier version gets its competitions and performers at its next start, once.
  await sql`delete from competitions`.execute(fixture.db)
  await sql`delete from demo_stock where name = 'catalogue'`.execute(fixture.db)
  const upgraded = (await run('seed', [])).out
  expect(upgraded).toContain('competitions: 16 competitions')
  expect(upgraded).toContain('performers: 33 performers')
  expect((await run('seed', [])).out).toBe('demo: already loaded with 2,500 listings\n')
  expect(await counts()).toEqual(loaded)
  // A running server must be notified of every event whose stock changed, including those without stock.
  const third = await run('seed', ['--listings', '300'])
  expect(third.code).toBe(0)
  const { rows } = await sql<{ reported: number }>`
    select count(distinct payload ->> 'eventId')::int as reported from outbox where topic like 'listing.%'`.execute(
    fixture.db,
  )
  expect(rows[0]?.reported).toBeGreaterThanOrEqual(loaded?.['stocked'] ?? Infinity)
})

test('[X-CONST-04] seed: production rejects the demo, and an invalid count is named', async () => {
  const production = await run('seed', [], { APP_ENV: 'production' })
  expect([production.code, production.error]).toEqual([2, 'Demo data is not allowed in production\n'])
  for (const text of ['many', '', '1e3', '10000001']) {
    const odd = await run('seed', ['--listings', text])
    expect([odd.code, odd.error]).toEqual([2, `--listings: must be a whole number up to 10,000,000\n`])
  }
})

test('seed: production gets countries and currencies without the demo', async () => {
  await sql`truncate currencies, countries cascade`.execute(fixture.db)
  for (const _ of ['first', 'second']) {
    const { code, error } = await run('seed', ['--reference'], { APP_ENV: 'production' })
    expect([code, error]).toEqual([0, ''])
    const { rows } = await sql`
      select (select count(*)::int from currencies) as currencies,
        (select count(*)::int from countries where dial_code <> '') as "dialCodes",
        (select count(*)::int from accounts where is_demo) as accounts`.execute(fixture.db)
    expect(rows).toEqual([
      { currencies: 154, dialCodes: expect.toSatisfy((count: number) => count > 200), accounts: 0 },
    ])
  }
  const both = await run('seed', ['--reference', '--listings', '5'])
  expect([both.code, both.error]).toEqual([2, '--reference: cannot be used with --listings\n'])
})

test('a command that cannot start prints the reason without a stack', async () => {
  const setting = await run('admin', ['audit'], { MAX_HELD_TICKETS_PER_TEAM: 'many' })
  expect([setting.code, setting.error]).toEqual([
    1,
    expect.stringMatching(/^Configuration is not valid\. MAX_HELD_TICKETS_PER_TEAM: [^\n]+\n$/),
  ])
  const database = await run('admin', ['audit'], { DATABASE_URL: 'postgres://x@127.0.0.1:1/x' })
  expect([database.code, database.error]).toEqual([
    1,
    'Cannot reach the database at 127.0.0.1:1 (ECONNREFUSED). Check DATABASE_URL and that PostgreSQL is running.\n',
  ])
})

test('[X-POLICY-01] admin: a page text is set from a file and reset', async () => {
  const file = join(fixture.folder, 'terms.txt')
  await writeFile(file, '# Terms\r\n\r\nBe fair.\n')
  const put = await run('admin', ['content', 'set', 'terms', file])
  expect([put.code, put.out]).toEqual([0, expect.stringContaining('Page "terms" updated')])
  const { rows } = await sql`select name, body from content_texts`.execute(fixture.db)
  expect(rows).toEqual([{ name: 'terms', body: '# Terms\n\nBe fair.' }])
  const cleared = await run('admin', ['content', 'reset', 'terms'])
  expect([cleared.code, cleared.out]).toEqual([0, expect.stringContaining('reset to the default text')])
  const missing = await run('admin', ['content', 'set', 'privacy', join(fixture.folder, 'none.txt')])
  expect([missing.code, missing.error]).toEqual([1, expect.stringContaining('cannot read')])
})

test('[X-SIGNUP-01] admin: a pending account is approved by username, once', async () => {
  const teamId = await addTeam(fixture.db)
  await addAccount(fixture.db, { teamId, username: 'Ann-Buyer', status: 'pending' })
  const done = await run('admin', ['approve', 'ann-buyer'])
  expect([done.code, done.out]).toEqual([0, 'ann-buyer can now log in\n'])
  const { rows } = await sql`select status from accounts`.execute(fixture.db)
  expect(rows).toEqual([{ status: 'active' }])
  const again = await run('admin', ['approve', 'ann-buyer'])
  expect([again.code, again.error]).toEqual([1, 'No pending account with the username ann-buyer\n'])
})

test('admin: the operator renames menu entries and adds banners', async () => {
  await sql`insert into categories (kind, name, slug) values ('sport', 'Football', 'football')`.execute(
    fixture.db,
  )
  const set = await run('admin', ['menu', 'set', 'category/football', '--title', 'Soccer'])
  expect([set.code, set.out]).toEqual([0, 'updated menu entry: Football\n'])
  const { rows } = await sql`select type, title from menu_overrides`.execute(fixture.db)
  expect(rows).toEqual([{ type: 'category', title: 'Soccer' }])
  const unknown = await run('admin', ['menu', 'set', 'category/curling', '--hide'])
  expect([unknown.code, unknown.error]).toEqual([
    1,
    expect.stringMatching(/^category\/curling was not found\. Use a name such as /),
  ])
  const added = await run('admin', ['banner', 'add', 'category/football', '--title', 'All of football'])
  expect([added.code, added.out]).toEqual([0, 'Banner 1 added\n'])
  expect((await run('admin', ['banner'])).out).toBe('1  All of football  category/football\n')
})

test('[X-SIGNUP-01] admin: approving an unverified address needs --unverified', async () => {
  const teamId = await addTeam(fixture.db)
  await addAccount(fixture.db, { teamId, username: 'not-yet', status: 'pending', isEmailVerified: false })
  const rejected = await run('admin', ['approve', 'not-yet'])
  expect(rejected.code).toBe(1)
  expect(rejected.error).toMatch(/^not-yet has not confirmed user\d+@example\.test yet\. Approve again /)
  const status = async () => {
    const { rows } = await sql<{ status: string }>`
      select status from accounts where username = 'not-yet'`.execute(fixture.db)
    return rows[0]?.status
  }
  expect(await status()).toBe('pending')
  const done = await run('admin', ['approve', 'not-yet', '--unverified'])
  expect([done.code, done.out]).toEqual([0, 'not-yet can now log in; the email address is not confirmed\n'])
  expect(await status()).toBe('active')
  const auditEntry = await run('admin', ['audit', '--kind', 'account.approved', '--account', 'not-yet'])
  expect(auditEntry.out).toContain('of not-yet  from terminal  email_verified=false')
})

test('admin: the audit log filters by account, prints JSON and strips control characters', async () => {
  const teamId = await addTeam(fixture.db)
  const accountId = await addAccount(fixture.db, { teamId, username: 'olive', status: 'pending' })
  await run('admin', ['approve', 'olive'])
  await recordSecurityEvents(fixture.db, {
    kind: 'login.failed',
    caller: { ipAddress: '203.0.113.9', userAgent: 'Evil\u001B[2J\n2026 forged' },
    accountId,
    details: { reason: 'wrong_password' },
  })
  const { code, out } = await run('admin', ['audit', '--account', 'OLIVE', '--since', '1h'])
  const lines = out.trimEnd().split('\n')
  expect([code, lines.length]).toEqual([0, 2])
  expect(lines[0]).toMatch(/^\d{4}-\S+Z {2}account\.approved +- {2}of olive {2}from terminal/)
  expect(lines[1]).toContain('of olive  from 203.0.113.9  reason=wrong_password  "Evil?[2J?2026 forged"')
  const json = await run('admin', ['audit', '--kind', 'login.failed', '--json'])
  expect(JSON.parse(json.out)).toMatchObject({ account: 'olive', ipAddress: '203.0.113.9' })
  const none = await run('admin', ['audit', '--account', 'unknown'])
  expect([none.code, none.out]).toEqual([0, 'No matching records\n'])
})

test('admin: quote-origin assigns an origin to a team, unless another team has it', async () => {
  const [first, second] = [await addTeam(fixture.db, { name: 'Harbour' }), await addTeam(fixture.db)]
  const origin = 'https://tickets.harbour.example'
  const given = await run('admin', ['quote-origin', first, origin])
  expect([given.code, given.out]).toEqual([0, `Quotes of Harbour now open on ${origin} only\n`])
  const taken = await run('admin', ['quote-origin', second, origin])
  expect([taken.code, taken.error]).toEqual([1, `${origin} belongs to another team\n`])
  const ended = await run('admin', ['quote-origin', first, 'none'])
  expect([ended.code, ended.out]).toEqual([0, 'Quotes of Harbour now open on the trade site\n'])
})

test('admin: every invalid option is named (exit code 1); usage errors exit with code 2', async () => {
  const wrong = await run('admin', [
    'publish',
    '--event',
    'x',
    '--section',
    'A',
    '--quantity',
    '2',
    '--split-type',
    'Odd',
  ])
  expect(wrong.code).toBe(1)
  expect(wrong.error).toContain('--event: must be a whole number from 1')
  expect(wrong.error).toContain('--price: is required')
  expect(wrong.error).toContain('--split-type: must be one of No Preferences')
  const missing = await run('admin', ['withdraw', 'lst_nix'])
  expect([missing.code, missing.error]).toEqual([1, 'Listing not found\n'])
  const odd = await run('admin', ['explode'])
  expect([odd.code, odd.error]).toEqual([2, expect.stringContaining('unknown command: explode')])
  const help = await run('admin', ['--help'])
  expect([help.code, help.out]).toEqual([0, expect.stringContaining('reprice <listing>')])
})
