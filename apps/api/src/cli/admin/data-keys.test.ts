import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readSecurityEvents } from '#api/audit/audit.repo.ts'
import { cliFixture } from '#api/test/fixtures/cli-fixture.ts'
import { addTeam } from '#api/test/fixtures/factories.ts'

const fixture = cliFixture()
const { run } = fixture

/** Key 2 encrypts; key 1 still decrypts the contact of one team. */
async function useTwoKeys(): Promise<void> {
  await sql`
    insert into data_keys (id, fingerprint, encrypts_since)
    values (1, 'one', clock_timestamp() - interval '1 day'), (2, 'two', clock_timestamp())`.execute(
    fixture.db,
  )
  for (const key of ['\\x01aa', '\\x02bb', '\\x02cc'])
    await sql`
      insert into checkout_contacts (team_id, ciphertext)
      values (${await addTeam(fixture.db)}, ${key}::bytea)`.execute(fixture.db)
}

test('data-keys: each key is listed with what needs it', async () => {
  expect((await run('admin', ['data-keys'])).out).toBe('No process has started with this database yet\n')
  await useTwoKeys()
  const { code, out } = await run('admin', ['data-keys'])
  expect([code, out.trimEnd().split('\n')]).toEqual([
    0,
    ['key 2, which encrypts', '  2 contacts at checkout', 'key 1', '  1 contacts at checkout'],
  ])
})

test('data-keys: a key is given up only with the exact number of values, and that is audited', async () => {
  await useTwoKeys()
  for (const confirm of [[], ['--confirm', '1']]) {
    const refused = await run('admin', ['data-keys', 'give-up', '2', ...confirm])
    expect([refused.code, refused.error]).toEqual([1, expect.stringContaining('2 contacts at checkout')])
    expect(refused.error).toContain('data-keys give-up 2 --confirm 2')
  }
  const { code, out } = await run('admin', ['data-keys', 'give-up', '2', '--confirm', '2'])
  expect([code, out]).toEqual([0, expect.stringContaining('Key 2 is given up; 2 values stay unreadable')])
  expect((await sql<{ id: number }>`select id from data_keys`.execute(fixture.db)).rows).toEqual([{ id: 1 }])
  const [record] = await readSecurityEvents(fixture.db, { kind: 'encryption.key_given_up', limit: 1 })
  expect(record?.details).toEqual({ key: 2, values: 2 })
})

test('data-keys: an unknown key and invalid arguments change nothing', async () => {
  await useTwoKeys()
  expect(await run('admin', ['data-keys', 'give-up', '9'])).toMatchObject({
    code: 1,
    error: 'This database was never used with key 9\n',
  })
  for (const [args, reason] of [
    [['lose', '1'], 'data-keys is used alone, or with give-up'],
    [['give-up', '256'], 'needs the number of a key, from 1 to 255'],
    [['give-up', '1', '--confirm', 'all'], '--confirm: must be the number of values'],
    [['give-up', '1', '2'], 'unexpected argument: 2'],
  ] as const) {
    const { code, error } = await run('admin', ['data-keys', ...args])
    expect([code, error]).toEqual([2, expect.stringContaining(reason)])
  }
  expect((await sql`select from data_keys`.execute(fixture.db)).rows).toHaveLength(2)
})
