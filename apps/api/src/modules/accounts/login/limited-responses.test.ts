import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { addAccount, addTeam } from '#api/test/fixtures/factories.ts'
import { buildTestApp, type TestApp } from '#api/test/harness/build-test-app.ts'
import * as hashes from '../passwords/password-hash.ts'

vi.mock('../passwords/password-hash.ts', { spy: true })

const stranger = '203.0.113.9'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
  const passwordHash = await hashes.hashPassword('terrace-demo')
  const teamId = await addTeam(app.db)
  for (const username of ['plain', 'guarded', 'waiting', 'banned'])
    await addAccount(app.db, {
      teamId,
      username,
      passwordHash,
      ...(username === 'waiting' && { status: 'pending' as const }),
      ...(username === 'banned' && { status: 'suspended' as const }),
    })
  await sql`
    insert into account_passkeys (id, account_id, credential_id, rp_id, public_key, sign_count, transports, name)
    select 'psk_guard', id, 'x', 'localhost', 'x', 0, '{}', 'Key' from accounts where username = 'guarded'`.execute(
    app.db,
  )
})
afterAll(() => app.close())
beforeEach(() => sql`truncate login_failures`.execute(app.db))

function logIn(username: string, password: string, remoteAddress = stranger) {
  return app.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { username, password },
    remoteAddress,
  })
}

/** What the caller can tell apart, without the id of the request. */
function responseOf({ statusCode, headers, body }: Awaited<ReturnType<typeof logIn>>) {
  const { request_id: _, ...rest } = JSON.parse(body)
  return { statusCode, rest, headers: Object.keys(headers), cookie: headers['set-cookie'] }
}

async function limit(username: string): Promise<void> {
  await app.db
    .insertInto('login_failures')
    .values(Array.from({ length: 10 }, () => ({ username_key: username, ip_address: stranger })))
    .execute()
}

test('[X-LOGIN-02] the account with a second factor is asked for it while nothing is limited', async () => {
  const prompt = await logIn('guarded', 'terrace-demo', '192.0.2.1')
  expect(prompt.json().data).toMatchObject({ status: false, second_factor: { token: expect.any(String) } })
})

test.each(['plain', 'guarded', 'waiting', 'banned', 'no-such-name'])(
  '[X-LOGIN-02] while limited, right and wrong passwords of "%s" get the same response, without hashing',
  async (username) => {
    await limit(username)
    const hash = vi.mocked(hashes.passwordMatches)
    hash.mockClear()
    const [right, wrong] = [await logIn(username, 'terrace-demo'), await logIn(username, 'guess')]
    expect(right.statusCode).toBe(429)
    expect(responseOf(right)).toEqual(responseOf(wrong))
    // Both take the time of a few queries: nothing depends on the password.
    expect(hash).not.toHaveBeenCalled()
    const pending = await app.db.selectFrom('pending_logins').select('token_hash').execute()
    await limit('unknown-too')
    const unknown = await logIn('unknown-too', 'guess')
    expect(responseOf(unknown)).toEqual(responseOf(right))
    expect(await app.db.selectFrom('pending_logins').select('token_hash').execute()).toEqual(pending)
  },
)

test('[X-LOGIN-02] while limited, right and wrong second factors get the same response', async () => {
  const { token } = (await logIn('guarded', 'terrace-demo', '192.0.2.1')).json().data.second_factor
  await limit('guarded')
  const prove = (code: string) =>
    app.app.inject({
      method: 'POST',
      url: '/api/auth/second-factor',
      payload: { token, method: 'recovery_code', code },
      remoteAddress: stranger,
    })
  const right = 'a'.repeat(24)
  const { hashRecoveryCode } = await import('../second-factor/recovery-codes.ts')
  await sql`
    insert into account_recovery_codes (code_hash, account_id)
    select ${hashRecoveryCode(right)}, id from accounts where username = 'guarded'`.execute(app.db)
  const responses = [await prove(right), await prove('b'.repeat(24))].map(responseOf)
  expect(responses[0]?.statusCode).toBe(429)
  expect(responses[0]).toEqual(responses[1])
})
