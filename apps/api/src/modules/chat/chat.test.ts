import { createHmac } from 'node:crypto'
import { workspaceRoutes } from '@terrace/contracts/workspace'
import { afterEach, expect, test } from 'vitest'
import { readConfig } from '#api/config/config.ts'
import { buildTestApp, type TestApp } from '#api/test/harness/build-test-app.ts'
import { createTestClock } from '#api/test/harness/test-clock.ts'
import { createIntercomChat } from './adapters/intercom.ts'

const running: TestApp[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((app) => app.close()))
})

const environment = { DATABASE_URL: 'postgres://nowhere/test' }
const intercom = {
  CHAT_PROVIDER: 'intercom',
  INTERCOM_APP_ID: 'abc123',
  INTERCOM_SECRET: 'sec',
}

async function open(env: Record<string, string>) {
  const { chat } = readConfig({ ...environment, ...env })
  const test = await buildTestApp({ config: { chat }, clock: createTestClock('2030-05-06T07:08:09Z') })
  running.push(test)
  const page = await test.app.inject('/config.json')
  const settings: unknown = page.json<{ chat?: unknown }>().chat
  return { ...test, settings, policy: String(page.headers['content-security-policy']) }
}

test('[CHAT-01] the hash is the HMAC-SHA256 of the user id, as Intercom computes it', () => {
  // Known test vector: secret "sec", user "42".
  const chat = createIntercomChat({ appId: 'a', region: 'us', identity: 'user_hash', secret: 'sec' })
  expect(chat.identify({ id: '42' }, new Date(0))).toEqual({
    intercom_hash: '3b63c4e4d5587842ba2944bbe3d417b4488a37d70166b8351b0a8a62b8f33434',
  })
})

test('[CHAT-01] the current user has a hash and a creation time; the secret stays on the server', async () => {
  const { addBuyer, settings } = await open(intercom)
  expect(settings).toEqual({ app_id: 'abc123', region: 'us' })
  const buyer = await addBuyer()
  const { data, text } = await buyer.call(workspaceRoutes.info)
  expect(data.data.intercom_hash).toBe(createHmac('sha256', 'sec').update(buyer.accountId).digest('hex'))
  expect(data.data.intercom_user_jwt).toBeUndefined()
  expect(Date.parse(data.data.created_at)).toBeLessThanOrEqual(Date.now())
  expect(text).not.toContain('"sec"')
})

test('[CHAT-01] with JWT identity the user gets a five-minute token and no hash', async () => {
  const { addBuyer } = await open({ ...intercom, INTERCOM_IDENTITY: 'jwt' })
  const buyer = await addBuyer()
  const user = (await buyer.call(workspaceRoutes.info)).data.data
  expect(user.intercom_hash).toBe('')
  const [header = '', body = '', signature] = user.intercom_user_jwt?.split('.') ?? []
  const read = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString())
  expect(read(header)).toEqual({ alg: 'HS256', typ: 'JWT' })
  const issued = Date.parse('2030-05-06T07:08:09Z') / 1000
  expect(read(body)).toEqual({ user_id: buyer.accountId, iat: issued, exp: issued + 300 })
  expect(signature).toBe(createHmac('sha256', 'sec').update(`${header}.${body}`).digest('base64url'))
})

test.each(['us', 'eu', 'ap'])('[CHAT-02] the region %s is supported', async (region) => {
  const { settings } = await open({ ...intercom, INTERCOM_REGION: region })
  expect(settings).toMatchObject({ region })
})

test('[CHAT-02] an unknown region is rejected by name at start-up', () => {
  expect(() => readConfig({ ...environment, ...intercom, INTERCOM_REGION: 'mars' })).toThrow(
    'INTERCOM_REGION',
  )
})

test.each(['INTERCOM_APP_ID', 'INTERCOM_SECRET'])('Intercom without %s is rejected at start-up', (name) => {
  const { [name]: _, ...rest } = { ...environment, ...intercom } as Record<string, string>
  expect(() => readConfig(rest)).toThrow('INTERCOM_APP_ID and INTERCOM_SECRET')
})

test('without a provider there are no settings, no hash and no policy sources', async () => {
  const { addBuyer, settings, policy, app } = await open({})
  expect(settings).toBeUndefined()
  expect(policy).not.toContain('intercom')
  expect((await app.inject('/chat/widget.js')).statusCode).toBe(404)
  const user = (await (await addBuyer()).call(workspaceRoutes.info)).data.data
  expect(user.intercom_hash).toBe('')
})

test('with Intercom the policy allows its sources and still no inline scripts', async () => {
  const { policy } = await open(intercom)
  const scripts = /script-src ([^;]*)/.exec(policy)?.[1]
  expect(scripts).toBe("'self' https://app.intercom.io https://widget.intercom.io https://js.intercomcdn.com")
  expect(policy).toContain('https://api-iam.eu.intercom.io')
  expect(policy).toContain('https://intercom-sheets.com')
})

test('the demo widget is served locally and is rejected in production', async () => {
  const { settings, policy, app } = await open({ CHAT_PROVIDER: 'local' })
  expect(settings).toEqual({ app_id: 'local', region: 'us', widget_url: '/chat/widget.js' })
  const widget = await app.inject('/chat/widget.js')
  expect(widget.headers['content-type']).toBe('text/javascript; charset=utf-8')
  expect(policy).not.toContain('intercom')
  expect(() => readConfig({ ...environment, APP_ENV: 'production', CHAT_PROVIDER: 'local' })).toThrow(
    'CHAT_PROVIDER',
  )
})
