import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Pusher from 'pusher'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import vectors from './fixtures/auth-vectors.json' with { type: 'json' }
import { installedApp } from './install-app.ts'
import { bodyMd5, channelSignature, requestSignature, signChannel, userSignature } from './signatures.ts'

const { key, secret, socket_id: socketId } = vectors

test.each(vectors.channels)(
  'the published signature of $channel with $channel_data is ours',
  ({ channel, channel_data: data, auth }) => {
    expect(`${key}:${channelSignature(secret, socketId, channel, data)}`).toBe(auth)
  },
)

test('the published signature of a sign-in is ours', () => {
  expect(`${key}:${userSignature(secret, socketId, vectors.user.user_data)}`).toBe(vectors.user.auth)
})

test('the published signature of a call to the events API is ours', () => {
  const { body, body_md5, string_to_sign, auth_signature } = vectors.rest
  expect(bodyMd5(Buffer.from(body))).toBe(body_md5)
  const [method = '', path = '', query = ''] = string_to_sign.split('\n')
  const pairs = query.split('&').map((pair) => pair.split('=') as [string, string])
  // The order in which they came is not the order in which they are signed.
  const signature = requestSignature(secret, { method, path, query: new Map(pairs.toReversed()) })
  expect(signature).toBe(auth_signature)
})

test('we sign channels as the official library does', () => {
  const official = new Pusher({ appId: '1', key, secret, host: 'none.test' })
  const app = { appId: '1', key, secret }
  expect(signChannel(app, { socketId, channel: 'private-x' }, undefined)).toEqual(
    official.authorizeChannel(socketId, 'private-x'),
  )
  const member = { user_id: 'usr_1', user_info: { name: 'Jo “Ö” 🎟' } }
  expect(signChannel(app, { socketId, channel: 'presence-x' }, member)).toEqual(
    official.authorizeChannel(socketId, 'presence-x', member),
  )
})

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'terrace-keys-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('keys are made once per installation and kept where only its owner can read them', async () => {
  const inside = join(folder, 'data')
  const app = installedApp(inside)
  expect(installedApp(inside)).toEqual(app)
  expect(installedApp(join(folder, 'other')).secret).not.toBe(app.secret)
  expect(app.secret).toMatch(/^[0-9a-f]{64}$/)
  expect((await stat(join(inside, 'realtime.json'))).mode & 0o777).toBe(0o600)
  expect(JSON.parse(await readFile(join(inside, 'realtime.json'), 'utf8'))).toMatchObject({
    key: app.key,
  })
})

test('a damaged key file stops the start and says what to do', async () => {
  await writeFile(join(folder, 'realtime.json'), '{"app_id":"1"')
  expect(() => installedApp(folder)).toThrow(/Remove it/)
})

const database = { DATABASE_URL: 'postgres://localhost/none' }
const keys = { REALTIME_APP_ID: '1', REALTIME_KEY: 'k', REALTIME_SECRET: 'a-secret-long-enough' }

test('hosted Pusher is a matter of configuration', () => {
  expect(readConfig(database).realtime).toMatchObject({ app: undefined, hosted: undefined })
  const hosted = { ...database, ...keys, REALTIME_PROVIDER: 'pusher' }
  expect(readConfig({ ...hosted, REALTIME_CLUSTER: 'eu' }).realtime).toMatchObject({
    app: { appId: '1', key: 'k', secret: 'a-secret-long-enough' },
    hosted: { cluster: 'eu' },
  })
  expect(readConfig({ ...hosted, REALTIME_ORIGIN: 'https://sockets.test' }).realtime.hosted).toEqual({
    origin: 'https://sockets.test',
  })
})

test.each([
  ['a provider without keys', { REALTIME_PROVIDER: 'pusher', REALTIME_CLUSTER: 'eu' }],
  ['a provider without a place', { REALTIME_PROVIDER: 'pusher', ...keys }],
  ['a key without its secret', { REALTIME_KEY: 'k' }],
])('%s stops the start', (_, values) => {
  expect(() => readConfig({ ...database, ...values })).toThrow(/REALTIME_SECRET/)
})
