import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '#api/config/config.ts'
import { readRealtimeApp } from './realtime-app.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'terrace-keys-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('keys are created once per installation, readable by the owner only', async () => {
  const inside = join(folder, 'data')
  const app = readRealtimeApp(inside)
  expect(readRealtimeApp(inside)).toEqual(app)
  expect(readRealtimeApp(join(folder, 'other')).secret).not.toBe(app.secret)
  expect(app.secret).toMatch(/^[0-9a-f]{64}$/)
  expect((await stat(join(inside, 'realtime.json'))).mode & 0o777).toBe(0o600)
  expect(JSON.parse(await readFile(join(inside, 'realtime.json'), 'utf8'))).toMatchObject({
    key: app.key,
  })
})

test('a damaged key file stops the start with instructions', async () => {
  await writeFile(join(folder, 'realtime.json'), '{"app_id":"1"')
  expect(() => readRealtimeApp(folder)).toThrow(/Remove it/)
})

const database = { DATABASE_URL: 'postgres://localhost/none' }
const keys = { REALTIME_APP_ID: '1', REALTIME_KEY: 'k', REALTIME_SECRET: 'a-secret-long-enough' }

test('configuration selects hosted Pusher', () => {
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
  ['a provider without a cluster or origin', { REALTIME_PROVIDER: 'pusher', ...keys }],
  ['a key without its secret', { REALTIME_KEY: 'k' }],
])('%s stops the start', (_, values) => {
  expect(() => readConfig({ ...database, ...values })).toThrow(/REALTIME_SECRET/)
})
