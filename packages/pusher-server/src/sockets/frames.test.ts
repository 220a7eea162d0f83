import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPusherApp, type PusherTestApp } from '../test/start-pusher-app.ts'
import type { TestSocket } from '../test/test-socket.ts'
import known from '../test/frames.json' with { type: 'json' }
import { channelSignature, userSignature } from '../signatures.ts'

/** Frames on the wire, compared with the recorded protocol in `frames.json`. */

let app: PusherTestApp
beforeAll(async () => {
  app = await startPusherApp()
})
afterAll(() => app.close())

let counter = 0
/** Tests share the server, so each uses its own channels. */
const unique = (name: string) => `${name}-${(counter += 1)}`

async function connected(): Promise<{ socket: TestSocket; id: string }> {
  const socket = app.open()
  return { socket, id: await socket.greeted() }
}

function sign(socketId: string, channel: string, data?: string): string {
  return `${app.keys.key}:${channelSignature(app.keys.secret, socketId, channel, data)}`
}

async function joined(channel: string, member?: object) {
  const { socket, id } = await connected()
  const data = member && JSON.stringify(member)
  socket.send({
    event: 'pusher:subscribe',
    data: { channel, auth: sign(id, channel, data), ...(data && { channel_data: data }) },
  })
  const welcome = await socket.next('pusher_internal:subscription_succeeded')
  return { socket, id, welcome }
}

/** The keys of a frame and the types of their values. */
function shapeOf(frame: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(frame)
      .filter(([key]) => key !== 'note')
      .map(([key, value]) => [key, typeof value]),
  )
}

function recorded(event: string, channelPrefix = ''): Record<string, string> {
  const found = known.server_to_client.find(
    (frame) => frame.event === event && (frame.channel ?? '').startsWith(channelPrefix),
  )
  if (!found) throw new Error(`frames.json has no ${event}`)
  return shapeOf(found)
}

describe('frames match the recorded protocol', () => {
  test('the greeting carries the socket id and an activity timeout of 120 s as a JSON string', async () => {
    const socket = app.open()
    const frame = await socket.next('pusher:connection_established')
    expect(shapeOf(frame)).toEqual(recorded('pusher:connection_established'))
    expect(JSON.parse(String(frame.data))).toEqual({
      socket_id: expect.stringMatching(/^\d+\.\d+$/),
      activity_timeout: 120,
    })
  })

  test('a public channel needs no signature', async () => {
    const { socket } = await connected()
    socket.send({ event: 'pusher:subscribe', data: { auth: '', channel: 'pub' } })
    const frame = await socket.next('pusher_internal:subscription_succeeded')
    expect(frame).toEqual({
      event: 'pusher_internal:subscription_succeeded',
      channel: 'pub',
      data: '{}',
    })
    expect(shapeOf(frame)).toEqual(recorded('pusher_internal:subscription_succeeded', 'pub'))
  })

  test('a presence channel announces its members, joins and leaves', async () => {
    const channel = unique('presence-y')
    const first = await joined(channel, { user_id: 'u1', user_info: { n: 1 } })
    expect(shapeOf(first.welcome)).toEqual(recorded('pusher_internal:subscription_succeeded', 'presence-'))
    expect(JSON.parse(String(first.welcome.data))).toEqual({
      presence: { count: 1, ids: ['u1'], hash: { u1: { n: 1 } } },
    })
    const second = await joined(channel, { user_id: 'u2', user_info: {} })
    const added = await first.socket.next('pusher_internal:member_added')
    expect(added).toEqual({
      event: 'pusher_internal:member_added',
      channel,
      data: '{"user_id":"u2","user_info":{}}',
    })
    second.socket.socket.close()
    const removed = await first.socket.next('pusher_internal:member_removed')
    expect(removed).toEqual({
      event: 'pusher_internal:member_removed',
      channel,
      data: '{"user_id":"u2"}',
    })
  })

  test('a wrong signature rejects the subscription and keeps the socket open', async () => {
    const { socket, id } = await connected()
    for (const auth of ['', sign(id, 'private-y'), sign('1.1', 'private-x'), 'x:y']) {
      socket.send({ event: 'pusher:subscribe', data: { auth, channel: 'private-x' } })
      const frame = await socket.next('pusher:subscription_error')
      expect(shapeOf(frame)).toEqual(recorded('pusher:subscription_error'))
      expect(frame).toMatchObject({
        channel: 'private-x',
        data: { type: 'AuthError', status: 401 },
      })
    }
    await socket.flush()
  })

  test('channel data must be JSON with a user id', async () => {
    const { socket, id } = await connected()
    for (const data of ['', '{', '{}', '{"user_id":""}', '{"user_id":"a\\u0000"}']) {
      const auth = sign(id, 'presence-x', data)
      socket.send({
        event: 'pusher:subscribe',
        data: { auth, channel: 'presence-x', channel_data: data },
      })
      expect((await socket.next('pusher:subscription_error')).channel).toBe('presence-x')
    }
  })

  test('a numeric user id is converted to text', async () => {
    const { welcome } = await joined(unique('presence-n'), { user_id: 10 })
    expect(JSON.parse(String(welcome.data))).toEqual({
      presence: { count: 1, ids: ['10'], hash: { '10': null } },
    })
  })

  test('sign-in returns the signed user data; a wrong signature closes with 4009', async () => {
    const { socket, id } = await connected()
    const text = '{"id":"12345"}'
    const auth = `${app.keys.key}:${userSignature(app.keys.secret, id, text)}`
    socket.send({ event: 'pusher:signin', data: { auth, user_data: text } })
    const frame = await socket.next('pusher:signin_success')
    expect(shapeOf(frame)).toEqual(recorded('pusher:signin_success'))
    expect(JSON.parse(String(frame.data))).toEqual({ user_data: text })

    const other = await connected()
    other.socket.send({ event: 'pusher:signin', data: { auth, user_data: text } })
    expect(await other.socket.closed).toBe(4009)
  })

  test('a socket cannot subscribe to the channel of another user', async () => {
    const { socket } = await connected()
    socket.send({ event: 'pusher:subscribe', data: { channel: '#server-to-user-12345' } })
    expect((await socket.next('pusher:subscription_error')).channel).toBe('#server-to-user-12345')
  })

  test('a ping gets a pong', async () => {
    const { socket } = await connected()
    socket.send({ event: 'pusher:ping', data: {} })
    const frame = await socket.next('pusher:pong')
    expect(frame).toEqual({ event: 'pusher:pong', data: {} })
  })

  test('an unsubscribed socket receives no events of the channel', async () => {
    const channel = unique('pub')
    const { socket } = await connected()
    socket.send({ event: 'pusher:subscribe', data: { channel } })
    socket.send({ event: 'pusher:unsubscribe', data: { channel } })
    await socket.flush()
    await app.server().trigger(channel, 'opened', {})
    await socket.flush()
    expect(socket.frames.filter(({ event }) => event === 'opened')).toEqual([])
  })

  test('the data of an application event is passed on unchanged', async () => {
    const channel = unique('documents')
    const { socket } = await connected()
    socket.send({ event: 'pusher:subscribe', data: { channel } })
    await socket.flush()
    const data = '{ "email" : "a@b.c","envelope_id":"…" }'
    await app.server().trigger(channel, 'document-signed', data)
    const frame = await socket.next('document-signed')
    expect(frame).toEqual({ event: 'document-signed', channel, data })
    expect(shapeOf(frame)).toEqual(recorded('document-signed'))
  })
})

describe('client events', () => {
  test('reach the other subscribers unchanged, and not the sender', async () => {
    const channel = unique('private-x')
    const [sender, other] = [await joined(channel), await joined(channel)]
    sender.socket.send({ event: 'client-foo', data: { a: 1 }, channel })
    expect(await other.socket.next('client-foo')).toEqual({
      event: 'client-foo',
      channel,
      data: { a: 1 },
    })
    await sender.socket.flush()
    expect(sender.socket.frames).toEqual([])
  })

  test('carry the sender’s user id on presence channels', async () => {
    const channel = unique('presence-y')
    const sender = await joined(channel, { user_id: 'u1' })
    const other = await joined(channel, { user_id: 'u2' })
    sender.socket.send({ event: 'client-foo', data: { a: 1 }, channel })
    const frame = await other.socket.next('client-foo')
    expect(frame.user_id).toBe('u1')
    expect(shapeOf(frame)).toEqual(recorded('client-foo'))
  })

  test('above ten a second get an error 4301 that keeps the socket open', async () => {
    const channel = unique('private-x')
    const [sender, other] = [await joined(channel), await joined(channel)]
    for (let count = 1; count <= 12; count++) {
      sender.socket.send({ event: 'client-foo', data: count, channel })
    }
    const error = await sender.socket.next('pusher:error')
    expect(shapeOf(error)).toEqual(recorded('pusher:error'))
    expect(error.data).toMatchObject({ code: 4301, message: expect.stringContaining('rate limit') })
    await sender.socket.flush()
    await other.socket.flush()
    expect(other.socket.frames).toHaveLength(10)
  })

  test.each([
    ['on a public channel', 'pub'],
    ['on a channel without a subscription', 'private-elsewhere'],
    ['without a channel', undefined],
  ])('%s are rejected', async (_, channel) => {
    const { socket } = await connected()
    socket.send({ event: 'client-foo', data: 1, channel })
    expect((await socket.next('pusher:error')).data).toMatchObject({ code: 4301 })
  })

  test('with more than 10 kB of data are rejected', async () => {
    const channel = unique('private-x')
    const { socket } = await joined(channel)
    socket.send({ event: 'client-foo', data: 'x'.repeat(10_300), channel })
    expect((await socket.next('pusher:error')).data).toMatchObject({ code: 4301 })
  })
})

describe('handshake errors', () => {
  test.each([
    [4001, '/app/another-key?protocol=7'],
    [4005, '/app/?protocol=7'],
    [4005, '/app/test-key/more?protocol=7'],
    [4006, '/app/test-key?protocol=seven'],
    [4007, '/app/test-key?protocol=4'],
    [4008, '/app/test-key'],
  ])('close with %i after an error message: %s', async (code, path) => {
    const socket = app.open(path)
    const error = await socket.next('pusher:error')
    expect(error.data).toEqual({ code, message: expect.stringMatching(/\w/) })
    expect(await socket.closed).toBe(code)
    expect(Object.keys(known.close_codes)).toContain(String(code))
  })

  test('paths outside /app are not upgraded', async () => {
    const socket = app.open('/api/realtime')
    expect(await socket.closed).toBe(1006)
  })
})
