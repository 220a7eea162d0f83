import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { recordSecurityEvents } from '../audit/audit.repo.ts'
import { commandGround } from '../test/command-ground.ts'
import { addAccount, addTeam, addVenue } from '../test/factories.ts'

const ground = commandGround()
const { run } = ground

const demo = (path: string) => new URL(`../../../../seeds/data/${path}`, import.meta.url).pathname

test('import: the good rows of a bad file are loaded, every bad row is told, exit code 1', async () => {
  const file = join(ground.folder, 'rates.csv')
  await writeFile(file, 'Date,USD\n2026-04-13,1.1684\nsoon,1.2\n2026-04-10,-1\n')
  const { code, out } = await run('import', ['rates', file])
  expect(code).toBe(1)
  expect(out.split('\n')).toEqual([
    '3 rates read: 1 added, 0 unchanged, 2 bad',
    `  ${file}:3: Date: "soon" is no date such as 2026-04-13`,
    `  ${file}:4: USD: "-1" is no rate`,
    '',
  ])
  const again = await run('import', ['rates', file])
  expect(again.out).toContain('3 rates read: 1 unchanged, 2 bad')
})

test('import: a good file answers its counts and exit code 0', async () => {
  const { code, out } = await run('import', ['currencies', demo('reference/currencies.json')])
  expect([code, out.split('\n')[0]]).toEqual([0, '179 currencies read: 154 added, 0 unchanged, 25 left out'])
})

test('import: an unknown kind, a missing file and no arguments are refused with the kinds, exit code 2', async () => {
  const kind = await run('import', ['wurst', 'x'])
  expect([kind.code, kind.error]).toEqual([2, expect.stringContaining('There is no kind "wurst"')])
  expect(kind.error).toContain('football-changes')
  const file = await run('import', ['nfl', join(ground.folder, 'none.csv')])
  expect([file.code, file.error]).toEqual([2, expect.stringContaining('none.csv cannot be read')])
  const two = await run('import', ['nfl', 'a.csv', 'b.csv'])
  expect([two.code, two.error]).toEqual([2, 'One file at a time: b.csv is too much\n'])
  const empty = join(ground.folder, 'empty.csv')
  await writeFile(empty, '\n')
  expect(await run('import', ['nfl', empty])).toMatchObject({ code: 2, error: `${empty} is empty\n` })
  const nothing = await run('import', [])
  expect([nothing.code, nothing.error]).toEqual([2, expect.stringContaining('Usage: npm run import')])
})

test('import: the plan of a venue is loaded whole or not at all, and its venue must be said', async () => {
  await addVenue(ground.db, { name: 'The Hall' })
  const { rows } = await sql<{ slug: string }>`select slug from venues`.execute(ground.db)
  const slug = rows[0]?.slug ?? ''
  const chart = demo('seatmaps/seatsio-sections.json')
  const done = await run('import', ['seating-plan', chart, '--venue', slug])
  expect([done.code, done.out.split('\n')]).toEqual([
    0,
    ['2 blocks read: 2 on the plan', '  The Hall has this plan', ''],
  ])
  const file = join(ground.folder, 'plan.json')
  await writeFile(file, '{"sections": [\n{"tier": "A", "section": "1", "points": [[0, 0], [1, 1]]}]}')
  const bad = await run('import', ['seating-plan', file, `--venue=${slug}`])
  expect([bad.code, bad.out.split('\n')]).toEqual([
    1,
    [
      '1 blocks read: 1 bad',
      `  ${file}:2: sections.0: "A 1" has fewer than three corners`,
      '  nothing is changed',
      '',
    ],
  ])
  const refusals = [
    [['seating-plan', chart], /^seating-plan needs a venue: --venue /],
    [['seating-plan', chart, '--venue', 'the-moon'], /^There is no venue\/the-moon\. /],
    [['rates', chart, '--venue', slug], /^rates takes no --venue$/m],
    [['seating-plan', chart, '--vanue', slug], /^Unknown option '--vanue'/],
  ] as const
  for (const [args, expected] of refusals) {
    const refused = await run('import', [...args])
    expect([refused.code, refused.error]).toEqual([2, expect.stringMatching(expected)])
  }
})

test('seed: the demo is loaded once, with accounts and marked stock; the second run has nothing to do', async () => {
  const first = await run('seed', ['--listings', '2500'])
  expect([first.code, first.out]).toEqual([
    0,
    expect.stringMatching(/listings: 2,500 made up, [\d,]+ tickets for [\d,]+ events/),
  ])
  const counts = async () => {
    const { rows } = await sql<Record<string, number>>`
      select (select count(*)::int from listings) as listings, (select count(*)::int from listings where is_demo) as marked,
        (select count(distinct seller_team_id)::int from listings) as sellers, (select count(*)::int from accounts) as accounts,
        (select count(*)::int from events where starts_at > now()) as upcoming,
        (select sum(listing_count)::int from event_stats) as counted,
        (select count(distinct event_id)::int from listings) as stocked`.execute(ground.db)
    return rows[0]
  }
  const loaded = await counts()
  expect(loaded).toMatchObject({ listings: 2500, marked: 2500, sellers: 12, accounts: 4, counted: 2500 })
  expect(loaded?.['upcoming']).toBeGreaterThan(500)
  const second = await run('seed', [])
  expect([second.code, second.out]).toEqual([0, 'demo: there already, made for 2,500 listings\n'])
  expect(await counts()).toEqual(loaded)
  // A running server must hear of every event whose stock has changed, also of those that have none left.
  const third = await run('seed', ['--listings', '300'])
  expect(third.code).toBe(0)
  const { rows } = await sql<{ told: number }>`
    select count(distinct payload ->> 'eventId')::int as told from outbox where topic like 'listing.%'`.execute(
    ground.db,
  )
  expect(rows[0]?.told).toBeGreaterThanOrEqual(loaded?.['stocked'] ?? Infinity)
})

test('[X-CONST-04] seed: production refuses the demo, and an odd count is named', async () => {
  const production = await run('seed', [], { TERRACE_MODE: 'production' })
  expect([production.code, production.error]).toEqual([2, 'Demo data is refused in production mode\n'])
  for (const text of ['many', '', '1e3', '10000001']) {
    const odd = await run('seed', ['--listings', text])
    expect([odd.code, odd.error]).toEqual([2, `--listings: "${text}" is no whole number up to 10,000,000\n`])
  }
})

test('a command that cannot begin says why, without a stack', async () => {
  const setting = await run('admin', ['audit'], { HOLD_CAP: 'many' })
  expect([setting.code, setting.error]).toEqual([
    1,
    expect.stringMatching(/^Configuration is not valid\. HOLD_CAP: [^\n]+\n$/),
  ])
  const database = await run('admin', ['audit'], { DATABASE_URL: 'postgres://x@127.0.0.1:1/x' })
  expect([database.code, database.error]).toEqual([
    1,
    'The database at 127.0.0.1:1 does not answer (ECONNREFUSED). Set DATABASE_URL to one that does.\n',
  ])
})

test('[X-POLICY-01] admin: the text of a page is put there from a file, and taken away again', async () => {
  const file = join(ground.folder, 'terms.txt')
  await writeFile(file, '# Terms\r\n\r\nBe fair.\n')
  const put = await run('admin', ['content', 'set', 'terms', file])
  expect([put.code, put.out]).toEqual([0, expect.stringContaining('"terms" now shows')])
  const { rows } = await sql`select name, body from content_texts`.execute(ground.db)
  expect(rows).toEqual([{ name: 'terms', body: '# Terms\n\nBe fair.' }])
  const gone = await run('admin', ['content', 'clear', 'terms'])
  expect([gone.code, gone.out]).toEqual([0, expect.stringContaining('first text again')])
  const missing = await run('admin', ['content', 'set', 'privacy', join(ground.folder, 'none.txt')])
  expect([missing.code, missing.error]).toEqual([1, expect.stringContaining('none.txt cannot be read')])
})

test('[X-SIGNUP-01] admin: a pending account is let in by its username, once', async () => {
  const teamId = await addTeam(ground.db)
  await addAccount(ground.db, { teamId, username: 'Ann-Buyer', status: 'pending' })
  const done = await run('admin', ['approve', 'ann-buyer'])
  expect([done.code, done.out]).toEqual([0, 'ann-buyer may log in now\n'])
  const { rows } = await sql`select status from accounts`.execute(ground.db)
  expect(rows).toEqual([{ status: 'active' }])
  const again = await run('admin', ['approve', 'ann-buyer'])
  expect([again.code, again.error]).toEqual([1, 'There is no pending account named ann-buyer\n'])
})

test('admin: the operator renames entries of the menu and puts up banners', async () => {
  await sql`insert into categories (kind, name, slug) values ('sport', 'Football', 'football')`.execute(
    ground.db,
  )
  const set = await run('admin', ['menu', 'set', 'category/football', '--title', 'Soccer'])
  expect([set.code, set.out]).toEqual([0, 'Football stands in the menu as you want it\n'])
  const { rows } = await sql`select type, title from menu_overrides`.execute(ground.db)
  expect(rows).toEqual([{ type: 'category', title: 'Soccer' }])
  const unknown = await run('admin', ['menu', 'set', 'category/curling', '--hide'])
  expect([unknown.code, unknown.error]).toEqual([
    1,
    expect.stringMatching(/^There is no category\/curling\. Name it like /),
  ])
  const added = await run('admin', ['banner', 'add', 'category/football', '--title', 'All of football'])
  expect([added.code, added.out]).toEqual([0, 'Banner 1 stands on home\n'])
  expect((await run('admin', ['banner'])).out).toBe('1  All of football  category/football\n')
})

test('[X-SIGNUP-01] admin: an unconfirmed address is said before somebody is let in, who can be let in all the same', async () => {
  const teamId = await addTeam(ground.db)
  await addAccount(ground.db, { teamId, username: 'not-yet', status: 'pending', isEmailVerified: false })
  const refused = await run('admin', ['approve', 'not-yet'])
  expect(refused.code).toBe(1)
  expect(refused.error).toMatch(
    /^not-yet has not confirmed the email address user\d+@example\.test yet\. Approve again /,
  )
  const status = async () => {
    const { rows } = await sql<{ status: string }>`
      select status from accounts where username = 'not-yet'`.execute(ground.db)
    return rows[0]?.status
  }
  expect(await status()).toBe('pending')
  const done = await run('admin', ['approve', 'not-yet', '--unverified'])
  expect([done.code, done.out]).toEqual([0, 'not-yet may log in now; the email address is not confirmed\n'])
  expect(await status()).toBe('active')
  const noted = await run('admin', ['audit', '--kind', 'account.approved', '--account', 'not-yet'])
  expect(noted.out).toContain('of not-yet  from terminal  email_verified=false')
})

test('admin: the audit log is read by account, as lines or as JSON, and no text in it moves the terminal', async () => {
  const teamId = await addTeam(ground.db)
  const accountId = await addAccount(ground.db, { teamId, username: 'olive', status: 'pending' })
  await run('admin', ['approve', 'olive'])
  await recordSecurityEvents(ground.db, {
    kind: 'login.failed',
    caller: { address: '203.0.113.9', userAgent: 'Evil\u001B[2J\n2026 forged' },
    accountId,
    facts: { reason: 'wrong_password' },
  })
  const { code, out } = await run('admin', ['audit', '--account', 'OLIVE', '--since', '1h'])
  const lines = out.trimEnd().split('\n')
  expect([code, lines.length]).toEqual([0, 2])
  expect(lines[0]).toMatch(/^\d{4}-\S+Z {2}account\.approved +- {2}of olive {2}from terminal/)
  expect(lines[1]).toContain('of olive  from 203.0.113.9  reason=wrong_password  "Evil?[2J?2026 forged"')
  const json = await run('admin', ['audit', '--kind', 'login.failed', '--json'])
  expect(JSON.parse(json.out)).toMatchObject({ account: 'olive', address: '203.0.113.9' })
  const none = await run('admin', ['audit', '--account', 'nobody'])
  expect([none.code, none.out]).toEqual([0, 'Nothing is recorded that fits\n'])
})

test('admin: quote-origin gives a team an origin of its own; another team’s is refused', async () => {
  const [first, second] = [await addTeam(ground.db, { name: 'Harbour' }), await addTeam(ground.db)]
  const origin = 'https://tickets.harbour.example'
  const given = await run('admin', ['quote-origin', first, origin])
  expect([given.code, given.out]).toEqual([0, `Quotes of Harbour are shown on ${origin}, and no others\n`])
  const taken = await run('admin', ['quote-origin', second, origin])
  expect([taken.code, taken.error]).toEqual([1, `${origin} is another team’s already\n`])
  const ended = await run('admin', ['quote-origin', first, 'none'])
  expect([ended.code, ended.out]).toEqual([0, 'Quotes of Harbour are shown on the trade site\n'])
})

test('admin: every option that is wrong is named, exit code 1; what is not understood, exit code 2', async () => {
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
  expect([missing.code, missing.error]).toEqual([1, 'This listing does not exist\n'])
  const odd = await run('admin', ['explode'])
  expect([odd.code, odd.error]).toEqual([2, expect.stringContaining('There is no command "explode"')])
  const help = await run('admin', ['--help'])
  expect([help.code, help.out]).toEqual([0, expect.stringContaining('reprice <listing>')])
})
