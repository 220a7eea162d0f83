import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readSecurityEvents } from '#api/audit/audit.repo.ts'
import { encryptedColumns } from '#api/processes/encrypted-columns.ts'
import { checkKeys } from '#api/processes/check-keys.ts'
import { fingerprintsOf } from '#api/processes/key-fingerprints.ts'
import { createFieldCipher, type DataKey } from '#api/shared/crypto/field-cipher.ts'
import { encryptionContexts } from '#api/shared/encryption-contexts.ts'
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
    [['lose', '1'], 'data-keys is used alone, or with re-encrypt or give-up'],
    [['give-up', '256'], 'needs the number of a key, from 1 to 255'],
    [['give-up', '1', '--confirm', 'all'], '--confirm: must be the number of values'],
    [['give-up', '1', '2'], 'unexpected argument: 2'],
  ] as const) {
    const { code, error } = await run('admin', ['data-keys', ...args])
    expect([code, error]).toEqual([2, expect.stringContaining(reason)])
  }
  expect((await sql`select from data_keys`.execute(fixture.db)).rows).toHaveLength(2)
})

const newKey = (id: number): DataKey => ({ id, key: randomBytes(32) })
const asVariable = (keys: readonly DataKey[]) =>
  keys.map(({ id, key }) => `${id}:${key.toString('base64')}`).join(',')

/** What a process does with its keys when it starts. */
function startWith(data: DataKey[]): Promise<void> {
  const keys = { data, realtime: '', search: '', signing: '' }
  return checkKeys(fixture.db, { id: 'prc_test', keys, fingerprints: fingerprintsOf(keys) })
}

async function addContact(keys: readonly DataKey[], text: string): Promise<string> {
  const teamId = await addTeam(fixture.db)
  const bytes = createFieldCipher(keys).encrypt(text, encryptionContexts.checkoutContact(teamId))
  await sql`insert into checkout_contacts (team_id, ciphertext) values (${teamId}, ${bytes})`.execute(
    fixture.db,
  )
  return teamId
}

async function readContact(keys: readonly DataKey[], teamId: string): Promise<string> {
  const { rows } = await sql<{ bytes: Buffer }>`
    select ciphertext as bytes from checkout_contacts where team_id = ${teamId}`.execute(fixture.db)
  return createFieldCipher(keys).decrypt(
    rows[0]?.bytes ?? Buffer.of(),
    encryptionContexts.checkoutContact(teamId),
  )
}

test('data-keys: after re-encryption the old key can be taken out; before, a start without it is refused', async () => {
  const [first, second] = [newKey(1), newKey(2)]
  await startWith([first])
  const contacts = new Array<string>()
  for (let index = 0; index < 1200; index += 1) contacts.push(await addContact([first], `contact ${index}`))
  const rotated = { DATA_ENCRYPTION_KEYS: asVariable([second, first]) }
  const early = await run('admin', ['data-keys', 're-encrypt'], rotated)
  expect([early.code, early.error]).toEqual([1, expect.stringContaining('Start all of them')])

  await startWith([second, first])
  await expect(startWith([second])).rejects.toThrow(/lacks key 1, .*data-keys re-encrypt/)
  const { code, out } = await run('admin', ['data-keys', 're-encrypt'], rotated)
  expect([code, out]).toEqual([
    0,
    expect.stringContaining('1,200 values are now encrypted with key 2, and none'),
  ])
  expect(await readContact([second], contacts[700] ?? '')).toBe('contact 700')
  await startWith([second])
  expect((await run('admin', ['data-keys'])).out).toBe(
    'key 2, which encrypts\n  1,200 contacts at checkout\n',
  )
  const again = await run('admin', ['data-keys', 're-encrypt'], rotated)
  expect([again.code, again.out]).toEqual([0, expect.stringContaining('0 values')])
  const records = await readSecurityEvents(fixture.db, { kind: 'encryption.values_re_encrypted', limit: 9 })
  expect(records.map(({ details }) => details)).toEqual([{ key: 2, values: 1200 }])
})

test('data-keys: everything that is encrypted is counted and re-encrypted', () => {
  const contexts = new Set<unknown>(encryptedColumns.map(({ contextOf }) => contextOf))
  expect(contexts).toEqual(new Set(Object.values(encryptionContexts)))
})

test('data-keys: a value that no key decrypts stays, and the command says so', async () => {
  const [first, second, lost] = [newKey(1), newKey(2), newKey(3)]
  await startWith([second, first])
  const readable = await addContact([first], 'kept')
  await addContact([lost], 'lost')
  const { code, error } = await run('admin', ['data-keys', 're-encrypt'], {
    DATA_ENCRYPTION_KEYS: asVariable([second, first]),
  })
  expect(code).toBe(1)
  expect(error).toContain(
    '1 values are now encrypted with key 2. Still needed: key 3. 1 values cannot be decrypted',
  )
  expect(await readContact([second], readable)).toBe('kept')
})
