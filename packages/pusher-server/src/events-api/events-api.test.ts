import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPusherApp, type PusherTestApp } from '../test/start-pusher-app.ts'
import { bodyMd5, requestSignature } from '../signatures.ts'

/** Signatures, limits and responses of the events API, with the official library and with handmade requests. */

let app: PusherTestApp
beforeAll(async () => {
  app = await startPusherApp()
})
afterAll(() => app.close())

interface CallOptions {
  method?: string
  path?: string
  body?: string
  query?: Record<string, string>
  /** Changes the query after signing. */
  tamper?: (query: URLSearchParams) => void
  sentBody?: string
}

const event = JSON.stringify({ name: 'opened', channels: ['news'], data: '{}' })

async function send(options: CallOptions = {}) {
  const { method = 'POST', path = '/apps/3/events', body = method === 'POST' ? event : '' } = options
  const query = new Map(
    Object.entries({
      auth_key: app.keys.key,
      auth_timestamp: String(Math.floor(Date.now() / 1000)),
      auth_version: '1.0',
      ...(body && { body_md5: bodyMd5(Buffer.from(body)) }),
      ...options.query,
    }),
  )
  const sent = new URLSearchParams([
    ...query,
    ['auth_signature', requestSignature(app.keys.secret, { method, path, query })],
  ])
  options.tamper?.(sent)
  const response = await fetch(`http://127.0.0.1:${app.port}${path}?${sent.toString()}`, {
    method,
    ...(body && {
      body: options.sentBody ?? body,
      headers: { 'content-type': 'application/json' },
    }),
  })
  return { status: response.status, text: await response.text() }
}

test('a correctly signed request succeeds', async () => {
  expect(await send()).toEqual({ status: 200, text: '{}' })
})

const ago = (seconds: number) => String(Math.floor(Date.now() / 1000) - seconds)

test.each<[string, CallOptions]>([
  ['an unknown key', { query: { auth_key: 'other' } }],
  ['an unknown version', { query: { auth_version: '2.0' } }],
  ['a timestamp 11 minutes old', { query: { auth_timestamp: ago(660) } }],
  ['a timestamp 11 minutes ahead', { query: { auth_timestamp: ago(-660) } }],
  ['a timestamp that is not a number', { query: { auth_timestamp: 'now' } }],
  ['a body that differs from the signed one', { sentBody: event.replace('news', 'mews') }],
  ['the digest of another body', { query: { body_md5: bodyMd5(Buffer.from('x')) } }],
  ['a missing body digest', { tamper: (query) => query.delete('body_md5') }],
  ['a missing signature', { tamper: (query) => query.delete('auth_signature') }],
  ['a truncated signature', { tamper: (query) => query.set('auth_signature', 'ab12') }],
  ['an unsigned parameter', { tamper: (query) => query.set('info', 'user_count') }],
  ['another app', { path: '/apps/4/events' }],
])('%s returns 401', async (_, options) => {
  const { status, text } = await send(options)
  expect(status).toBe(401)
  expect(text).toMatch(/\w/)
  expect(text).not.toContain(app.keys.secret)
})

test.each([ago(590), ago(-590)])('clocks may differ by ten minutes', async (auth_timestamp) => {
  expect((await send({ query: { auth_timestamp } })).status).toBe(200)
})

const body = (values: object) => JSON.stringify({ name: 'opened', channels: ['news'], data: '{}', ...values })

test.each([
  ['malformed JSON', '{"name":'],
  ['a missing name', body({ name: undefined })],
  ['an empty name', body({ name: '' })],
  ['a name of 201 characters', body({ name: 'x'.repeat(201) })],
  ['a reserved event name', body({ name: 'pusher:error' })],
  ['a missing channel', body({ channels: undefined })],
  ['an empty list of channels', body({ channels: [] })],
  ['101 channels', body({ channels: Array.from({ length: 101 }, (__, index) => `c${index}`) })],
  ['a channel name of 201 characters', body({ channels: ['x'.repeat(201)] })],
  ['a channel name with a space', body({ channels: ['a b'] })],
  ['data that is not a string', body({ data: { a: 1 } })],
  ['an invalid socket id', body({ socket_id: 'x' })],
  ['a list', '[]'],
])('%s returns 400', async (_, text) => {
  expect((await send({ body: text })).status).toBe(400)
})

test('100 channels and a name of 200 characters are accepted', async () => {
  const channels = Array.from({ length: 100 }, (_, index) => `c${index}`)
  expect((await send({ body: body({ channels, name: 'x'.repeat(200) }) })).status).toBe(200)
})

test('10 kB of data is accepted, one byte more returns 413', async () => {
  expect((await send({ body: body({ data: 'x'.repeat(10_240) }) })).status).toBe(200)
  expect((await send({ body: body({ data: 'x'.repeat(10_241) }) })).status).toBe(413)
  // The limit counts bytes, not characters.
  expect((await send({ body: body({ data: '€'.repeat(3414) }) })).status).toBe(413)
})

test('a batch takes ten events; eleven, or one oversized event, sends none', async () => {
  const path = '/apps/3/batch_events'
  const socket = app.open()
  await socket.greeted()
  socket.send({ event: 'pusher:subscribe', data: { channel: 'batched' } })
  await socket.flush()
  const batch = (length: number, data = 'x') =>
    JSON.stringify({
      batch: Array.from({ length }, () => ({ channel: 'batched', name: 'e', data })),
    })
  expect((await send({ path, body: batch(11) })).status).toBe(400)
  expect((await send({ path, body: batch(2, 'x'.repeat(10_241)) })).status).toBe(413)
  await socket.flush()
  expect(socket.frames.filter((frame) => frame.event === 'e')).toEqual([])
  expect((await send({ path, body: batch(10) })).status).toBe(200)
  await socket.flush()
  expect(socket.frames.filter((frame) => frame.event === 'e')).toHaveLength(10)
})

test('channel queries report occupancy, counts and users as requested', async () => {
  const server = app.server()
  const socket = app.open()
  const id = await socket.greeted()
  const { auth, channel_data } = server.authorizeChannel(id, 'presence-hall', { user_id: 'u1' })
  socket.send({
    event: 'pusher:subscribe',
    data: { channel: 'presence-hall', auth, channel_data },
  })
  socket.send({ event: 'pusher:subscribe', data: { channel: 'hall' } })
  await socket.flush()
  const get = async (path: string, params = {}) => (await server.get({ path, params })).json()

  expect(
    await get('/channels', {
      filter_by_prefix: 'presence-',
      info: 'user_count,subscription_count',
    }),
  ).toEqual({ channels: { 'presence-hall': { user_count: 1, subscription_count: 1 } } })
  expect(await get('/channels')).toMatchObject({ channels: { hall: {}, 'presence-hall': {} } })
  expect(await get('/channels/hall', { info: 'subscription_count' })).toEqual({
    occupied: true,
    subscription_count: 1,
  })
  expect(await get('/channels/empty')).toEqual({ occupied: false })
  expect(await get('/channels/presence-hall/users')).toEqual({ users: [{ id: 'u1' }] })
  await expect(get('/channels/hall/users')).rejects.toMatchObject({ status: 400 })
  await expect(get('/channels', { info: 'user_count' })).rejects.toMatchObject({ status: 400 })
  const sent = await server.trigger('presence-hall', 'e', {}, { info: 'user_count' })
  expect(await sent.json()).toEqual({ channels: { 'presence-hall': { user_count: 1 } } })
})

test('the official library with a wrong secret gets a 401', async () => {
  const wrong = app.server({ secret: 'another-secret' }).trigger('news', 'opened', {})
  await expect(wrong).rejects.toMatchObject({ status: 401 })
})
