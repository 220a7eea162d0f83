import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createFieldCipher } from '#api/shared/crypto/field-cipher.ts'
import { addAccount, addTeam } from '#api/test/fixtures/factories.ts'
import { buildTestApp, type TestApp } from '#api/test/harness/build-test-app.ts'
import { hashPassword } from '../passwords/password-hash.ts'
import { deviceCookieContext } from './device-cookies.ts'
import { prepareNewDeviceEmail } from './prepare-new-device-email.ts'

let app: TestApp
let passwordHash: string
beforeAll(async () => {
  app = await buildTestApp()
  passwordHash = await hashPassword('terrace-demo')
})
afterAll(() => app.close())
beforeEach(() => sql`truncate login_failures, outbox`.execute(app.db))

let number = 0
async function addOwner() {
  const username = `owner${(number += 1)}`
  const teamId = await addTeam(app.db)
  const accountId = await addAccount(app.db, { teamId, username, passwordHash })
  return { username, accountId, home: `198.51.${number}.7` }
}
type Owner = Awaited<ReturnType<typeof addOwner>>

/** A browser that keeps its cookies. */
function browser({ origin, userAgent = 'Browser/1' }: { origin?: string; userAgent?: string } = {}) {
  const cookies = new Map<string, string>()
  const headers = () => ({
    'user-agent': userAgent,
    ...(origin !== undefined && { origin }),
    ...(cookies.size > 0 && { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
  })
  const send = async (
    url: string,
    payload: object,
    options: { from: string; token?: string; method?: 'DELETE' },
  ) => {
    const response = await app.app.inject({
      method: options.method ?? 'POST',
      url: `/api${url}`,
      payload,
      remoteAddress: options.from,
      headers: { ...headers(), ...(options.token && { authorization: `Bearer ${options.token}` }) },
    })
    const set = [response.headers['set-cookie'] ?? []].flat()
    for (const line of set) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (line.includes('Max-Age=0')) cookies.delete(name)
      else cookies.set(name, value)
    }
    return Object.assign(response, { set })
  }
  return {
    cookies,
    send,
    logIn: (owner: Owner, { password = 'terrace-demo', from = owner.home } = {}) =>
      send('/auth/login', { username: owner.username, password }, { from }),
  }
}

async function newDeviceEvents(accountId: string): Promise<string[]> {
  const rows = await app.db
    .selectFrom('outbox')
    .select('payload')
    .where('topic', '=', 'account.new_device_used')
    .where('subject', '=', accountId)
    .orderBy('id')
    .execute()
  return rows.map(({ payload }) => JSON.stringify(payload)).map((text) => JSON.parse(text).sessionId)
}

async function fail(count: number, username: string, ipAddress: (index: number) => string): Promise<void> {
  await app.db
    .insertInto('login_failures')
    .values(Array.from({ length: count }, (_, at) => ({ username_key: username, ip_address: ipAddress(at) })))
    .execute()
}

test('the first login sends no email, the same device never, and a new device one', async () => {
  const owner = await addOwner()
  const [laptop, phone] = [
    browser(),
    browser({ userAgent: 'Mozilla/5.0 (iPhone) Version/26.0 Safari/604.1' }),
  ]
  await laptop.logIn(owner)
  await laptop.logIn(owner)
  expect(await newDeviceEvents(owner.accountId)).toEqual([])
  expect((await phone.logIn(owner, { from: '203.0.113.9' })).statusCode).toBe(200)
  const [sessionId = '', ...others] = await newDeviceEvents(owner.accountId)
  expect(others).toEqual([])
  expect(await prepareNewDeviceEmail(app.deps, { accountId: owner.accountId, sessionId })).toMatchObject({
    device: 'Safari on iOS',
    network: '203.0.113.0/24',
    at: expect.any(Date),
  })
  await phone.logIn(owner)
  expect(await newDeviceEvents(owner.accountId)).toHaveLength(1)
})

test('the cookie is out of reach of scripts, for 180 days, and on https has the `__Host-` prefix', async () => {
  const owner = await addOwner()
  const [plain] = (await browser().logIn(owner)).set
  expect(plain).toMatch(
    /^known_device_[\da-f]{12}=[\w-]+; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Lax$/,
  )
  const [secure] = (await browser({ origin: 'https://terrace.example' }).logIn(owner)).set
  expect(secure).toMatch(
    /^__Host-known_device_[\da-f]{12}=[\w-]+; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Lax; Secure$/,
  )
  expect(plain).not.toContain(owner.accountId)
})

test.each(['wrong password', 'password of a suspended account'])('a %s sets no cookie', async (kind) => {
  const owner = await addOwner()
  const isWrong = kind === 'wrong password'
  if (!isWrong)
    await app.db
      .updateTable('accounts')
      .set({ status: 'suspended' })
      .where('id', '=', owner.accountId)
      .execute()
  const rejected = await browser().logIn(owner, isWrong ? { password: 'guess' } : {})
  expect(rejected.statusCode).toBe(422)
  expect(rejected.set).toEqual([])
})

test('a cookie of another account, a changed one, an old one and one of a lost key prove nothing', async () => {
  const [owner, other] = [await addOwner(), await addOwner()]
  await browser().logIn(owner)
  const device = browser()
  await device.logIn(other)
  const [[name, value] = ['', '']] = [...device.cookies]
  const encode = (cipher: ReturnType<typeof createFieldCipher>, issuedAt: number) =>
    cipher
      .encrypt(JSON.stringify([owner.accountId, 0, 'device', issuedAt]), deviceCookieContext)
      .toString('base64url')
  const lostKey = createFieldCipher([{ id: 1, key: randomBytes(32) }])
  const values = [
    value,
    `${value.slice(0, 50)}${value[50] === 'A' ? 'B' : 'A'}${value.slice(51)}`,
    'x'.repeat(60),
    encode(app.deps.fieldCipher, Date.now() - 181 * 86_400_000),
    encode(lostKey, Date.now()),
  ]
  for (const forged of values) {
    const attacker = browser()
    attacker.cookies.set(name, forged)
    await attacker.logIn(owner)
  }
  expect(await newDeviceEvents(owner.accountId)).toHaveLength(values.length)
  const genuine = browser()
  genuine.cookies.set(name, encode(app.deps.fieldCipher, Date.now() - 179 * 86_400_000))
  await genuine.logIn(owner)
  expect(await newDeviceEvents(owner.accountId)).toHaveLength(values.length)
})

test('a browser that several people use keeps a cookie for each, at most eight', async () => {
  const shared = browser()
  const owners = []
  for (let count = 0; count < 9; count += 1) owners.push(await addOwner())
  for (const owner of owners) await shared.logIn(owner)
  expect(shared.cookies.size).toBe(8)
  const [first, second] = owners
  if (first) await shared.logIn(first)
  if (second) await shared.logIn(second)
  expect(await newDeviceEvents(first?.accountId ?? '')).toHaveLength(1)
})

test('ending all other sessions forgets their devices and keeps this one', async () => {
  const owner = await addOwner()
  const [laptop, phone] = [browser(), browser()]
  await phone.logIn(owner)
  const { token } = (await laptop.logIn(owner)).json().data
  await sql`truncate outbox`.execute(app.db)
  await laptop.send('/settings/account/sessions', {}, { from: owner.home, token, method: 'DELETE' })
  await laptop.logIn(owner)
  expect(await newDeviceEvents(owner.accountId)).toEqual([])
  await phone.logIn(owner)
  expect(await newDeviceEvents(owner.accountId)).toHaveLength(1)
})

test('a changed password forgets the other devices, a reset all', async () => {
  const owner = await addOwner()
  const [laptop, phone] = [browser(), browser()]
  await phone.logIn(owner)
  const { token } = (await laptop.logIn(owner)).json().data
  await sql`truncate outbox`.execute(app.db)
  const password = 'a password of my own'
  const body = { current_password: 'terrace-demo', password, password_confirmation: password }
  const changed = await laptop.send('/settings/account/password', body, { from: owner.home, token })
  expect(changed.statusCode).toBe(200)
  await laptop.logIn(owner, { password })
  expect(await newDeviceEvents(owner.accountId)).toEqual([])
  await phone.logIn(owner, { password })
  expect(await newDeviceEvents(owner.accountId)).toHaveLength(1)

  await app.db
    .insertInto('password_resets')
    .values({ id: `rst_${owner.username}`, email_key: 'x', ip_address: '', reset_link: 'x' })
    .execute()
  const { hashToken } = await import('#api/shared/crypto/token-hash.ts')
  await app.db
    .insertInto('password_reset_tokens')
    .values({
      token_hash: hashToken(owner.username),
      reset_id: `rst_${owner.username}`,
      account_id: owner.accountId,
      expires_at: new Date(Date.now() + 3_600_000),
    })
    .execute()
  const again = 'another one of my own'
  const reset = await laptop.send(
    '/auth/reset-password',
    { token: owner.username, password: again, password_confirmation: again },
    { from: owner.home },
  )
  expect(reset.statusCode).toBe(200)
  await laptop.logIn(owner, { password: again })
  expect(await newDeviceEvents(owner.accountId)).toHaveLength(2)
})

test('two logins of one account at the same time both succeed', async () => {
  const owner = await addOwner()
  const responses = await Promise.all([
    browser().logIn(owner),
    browser().logIn(owner),
    browser().logIn(owner),
  ])
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect(await newDeviceEvents(owner.accountId)).toHaveLength(2)
})

test('[X-LOGIN-02] an attack from the office address or on the name does not lock out a known device', async () => {
  const owner = await addOwner()
  const known = browser()
  const office = owner.home
  await known.logIn(owner)
  await fail(10, owner.username, () => office)
  await fail(100, 'anyone', () => office)
  await fail(50, owner.username, (index) => `203.0.113.${index}`)
  expect((await browser().logIn(owner)).statusCode).toBe(429)
  expect((await browser().logIn(owner, { from: '192.0.2.99' })).statusCode).toBe(429)
  expect((await known.logIn(owner)).statusCode).toBe(200)
  expect((await known.logIn(owner, { from: '192.0.2.99' })).statusCode).toBe(200)
})

test('[X-LOGIN-02] a known device has ten wrong passwords, which lock out no one else', async () => {
  const owner = await addOwner()
  const [known, other] = [browser(), browser()]
  await known.logIn(owner)
  for (let count = 0; count < 10; count += 1)
    expect((await known.logIn(owner, { password: 'guess' })).statusCode).toBe(422)
  expect((await known.logIn(owner)).statusCode).toBe(429)
  expect((await other.logIn(owner)).statusCode).toBe(200)
})

test('[X-LOGIN-02] a login on a known device clears its failures', async () => {
  const owner = await addOwner()
  const known = browser()
  await known.logIn(owner)
  for (let round = 0; round < 2; round += 1) {
    for (let count = 0; count < 9; count += 1) await known.logIn(owner, { password: 'guess' })
    expect((await known.logIn(owner)).statusCode).toBe(200)
  }
})

test('[X-LOGIN-02] attacks on the name or the address leave a confirmation in an open session its allowance', async () => {
  const owner = await addOwner()
  const laptop = browser()
  const { token } = (await laptop.logIn(owner)).json().data
  await fail(60, owner.username, () => owner.home)
  const confirm = (password: string) =>
    laptop.send('/settings/account/confirm', { method: 'password', password }, { from: owner.home, token })
  expect((await confirm('terrace-demo')).statusCode).toBe(200)
  for (let count = 0; count < 10; count += 1) expect((await confirm('guess')).statusCode).toBe(422)
  expect((await confirm('terrace-demo')).statusCode).toBe(429)
})
