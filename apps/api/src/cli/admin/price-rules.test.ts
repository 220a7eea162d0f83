import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cliFixture } from '#api/test/fixtures/cli-fixture.ts'

const fixture = cliFixture()
const { run } = fixture

test('price-rules stop stops the rules of all sellers until resume, and both have audit entries', async () => {
  expect(await run('admin', ['price-rules', 'stop', '--reason', 'Rates are wrong'])).toMatchObject({
    code: 0,
    out: 'All price rules are stopped\n',
  })
  expect((await run('admin', ['price-rules', 'status'])).out).toMatch(
    /stopped since .*: Rates are wrong\n0 switched on/,
  )
  expect((await run('admin', ['price-rules', 'resume'])).out).toBe('Price rules run again\n')
  expect((await run('admin', ['price-rules', 'resume'])).out).toBe('Price rules were not stopped\n')
  expect((await run('admin', ['price-rules', 'status'])).out).toMatch(/^Price rules: running/)
  const { rows } = await sql`
    select details from security_events where kind = 'pricing.stopped_everywhere' order by id`.execute(
    fixture.db,
  )
  expect(rows).toEqual([{ details: { is_stopped: true } }, { details: { is_stopped: false } }])
})

test.each([[['stop']], [['stop', '--reason', ' ']], [['pause']], [['resume', 'now']]])(
  'price-rules %j is a usage error',
  async (args) => {
    expect((await run('admin', ['price-rules', ...args])).code).toBe(2)
  },
)
