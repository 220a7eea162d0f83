import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cliFixture } from '#api/test/fixtures/cli-fixture.ts'
import { addAccount, addEvent, addTeam, addVenue } from '#api/test/fixtures/factories.ts'
import { addQuoteEmails, addTeamWithQuote } from '#api/test/fixtures/retained-rows.ts'

const fixture = cliFixture()
const run = (...args: string[]) => fixture.run('admin', args, { DATA_FOLDER: fixture.folder })

test('personal-data: a request is handled by an export, a dry run and an erasure', async () => {
  const { venueId } = await addVenue(fixture.db)
  const quoteId = await addTeamWithQuote({ db: fixture.db, eventId: await addEvent(fixture.db, { venueId }) })
  await addQuoteEmails(fixture.db, { quoteId, count: 1, days: 2 })
  const email = ['--email', 'ADA@example.test']
  const { code, out } = await run('personal-data', 'export', ...email)
  expect([code, JSON.parse(out)]).toMatchObject([0, { emailed_quotes: [{ message: '' }], orders: [] }])
  const dry = await run('personal-data', 'erase', ...email, '--dry-run')
  expect(dry.out).toMatch(/^Would be erased\n {2}1 × name, answer and address on a quote\n/)
  expect(dry.out).toContain('Stays\n')
  const erased = await run('personal-data', 'erase', ...email)
  expect(erased.out).toMatch(/^Erased\n/)
  const { rows } = await sql`select from quote_emails`.execute(fixture.db)
  expect(rows).toEqual([])
  expect((await run('personal-data', 'erase', ...email)).out).toMatch(/^Erased\n {2}nothing\n/)
})

test('personal-data: the export of an account is a new ZIP file', async () => {
  await addAccount(fixture.db, { teamId: await addTeam(fixture.db), username: 'jo-exported' })
  const file = join(fixture.folder, 'jo.zip')
  const args = ['personal-data', 'export', '--account', 'jo-exported', '--file', file]
  expect((await run(...args)).out).toBe(`${file} has the data of jo-exported\n`)
  expect((await readFile(file)).subarray(0, 2).toString()).toBe('PK')
  expect(await run(...args)).toMatchObject({ code: 1, error: expect.stringContaining('--file: ') })
})

test('personal-data: bad arguments are named', async () => {
  expect((await run('personal-data', 'export', '--email', 'ada')).error).toContain(
    '--email: must be the address of the person, such as ada@example.com',
  )
  expect((await run('personal-data', 'delete')).error).toContain('personal-data needs export or erase')
  expect((await run('personal-data', 'erase', '--account', 'unknown')).error).toContain(
    'no closed account was called unknown',
  )
})
