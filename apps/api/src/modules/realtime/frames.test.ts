import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listenTestApp, type ListeningApp, type TestSocket } from '../../test/listening-app.ts'
import known from './fixtures/frames.json' with { type: 'json' }
import { channelSignature, userSignature } from './signatures.ts'

/** Frame by frame, as a client would see the wire (wire.md §2.2 and §2.3). */

let app: ListeningApp
beforeAll(async () => {
  app = await listenTestApp()
})
afterAll(() => app.close())

let counter = 0
/** Tests share the server, so each has channels of its own. */
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

/** What the record of the wire holds of an event: which keys, and of what kind its data is. */
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

describe('frames look as the record of the wire has them', () => {
  test('greeting: the data is a JSON string with socket id and activity timeout of 120 s', async () => {
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

  test('a presence channel says who is there, who comes and who goes', async () => {
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

  test('a wrong signature is refused for the channel, and the socket stays', async () => {
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
    await socket.settled()
  })

  test('signed channel data must be JSON with a user id', async () => {
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

  test('a number is a user id too, and is told as text', async () => {
    const { welcome } = await joined(unique('presence-n'), { user_id: 10 })
    expect(JSON.parse(String(welcome.data))).toEqual({
      presence: { count: 1, ids: ['10'], hash: { '10': null } },
    })
  })

  test('sign-in answers the user data that were signed; a wrong signature closes with 4009', async () => {
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

  test('nobody hears the channel of another user', async () => {
    const { socket } = await connected()
    socket.send({ event: 'pusher:subscribe', data: { channel: '#server-to-user-12345' } })
    expect((await socket.next('pusher:subscription_error')).channel).toBe('#server-to-user-12345')
  })

  test('ping is answered by pong', async () => {
    const { socket } = await connected()
    socket.send({ event: 'pusher:ping', data: {} })
    const frame = await socket.next('pusher:pong')
    expect(frame).toEqual({ event: 'pusher:pong', data: {} })
  })

  test('an unsubscribed channel is heard no more', async () => {
    const channel = unique('pub')
    const { socket } = await connected()
    socket.send({ event: 'pusher:subscribe', data: { channel } })
    socket.send({ event: 'pusher:unsubscribe', data: { channel } })
    await socket.settled()
    await app.server().trigger(channel, 'opened', {})
    await socket.settled()
    expect(socket.frames.filter(({ event }) => event === 'opened')).toEqual([])
  })

  test('of an application event the data is exactly the string that was sent', async () => {
    const channel = unique('docusign')
    const { socket } = await connected()
    socket.send({ event: 'pusher:subscribe', data: { channel } })
    await socket.settled()
    const data = '{ "email" : "a@b.c","envelope_id":"…" }'
    await app.server().trigger(channel, 'docusign-completed', data)
    const frame = await socket.next('docusign-completed')
    expect(frame).toEqual({ event: 'docusign-completed', channel, data })
    expect(shapeOf(frame)).toEqual(recorded('docusign-completed'))
  })
})

describe('client events', () => {
  test('are forwarded to the others with their data untouched, never to the sender', async () => {
    const channel = unique('private-x')
    const [sender, other] = [await joined(channel), await joined(channel)]
    sender.socket.send({ event: 'client-foo', data: { a: 1 }, channel })
    expect(await other.socket.next('client-foo')).toEqual({
      event: 'client-foo',
      channel,
      data: { a: 1 },
    })
    await sender.socket.settled()
    expect(sender.socket.frames).toEqual([])
  })

  test('carry the user id on presence channels', async () => {
    const channel = unique('presence-y')
    const sender = await joined(channel, { user_id: 'u1' })
    const other = await joined(channel, { user_id: 'u2' })
    sender.socket.send({ event: 'client-foo', data: { a: 1 }, channel })
    const frame = await other.socket.next('client-foo')
    expect(frame.user_id).toBe('u1')
    expect(shapeOf(frame)).toEqual(recorded('client-foo'))
  })

  test('above ten a second are rejected by an error 4301 that does not close', async () => {
    const channel = unique('private-x')
    const [sender, other] = [await joined(channel), await joined(channel)]
    for (let count = 1; count <= 12; count++) {
      sender.socket.send({ event: 'client-foo', data: count, channel })
    }
    const error = await sender.socket.next('pusher:error')
    expect(shapeOf(error)).toEqual(recorded('pusher:error'))
    expect(error.data).toMatchObject({ code: 4301, message: expect.stringContaining('rate limit') })
    await sender.socket.settled()
    await other.socket.settled()
    expect(other.socket.frames).toHaveLength(10)
  })

  test.each([
    ['on a public channel', 'pub'],
    ['on a channel that is not subscribed', 'private-elsewhere'],
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

describe('connections that cannot be', () => {
  test.each([
    [4001, '/app/another-key?protocol=7'],
    [4005, '/app/?protocol=7'],
    [4005, '/app/test-key/more?protocol=7'],
    [4006, '/app/test-key?protocol=seven'],
    [4007, '/app/test-key?protocol=4'],
    [4008, '/app/test-key'],
  ])('are closed with %i after an error that says so: %s', async (code, path) => {
    const socket = app.open(path)
    const error = await socket.next('pusher:error')
    expect(error.data).toEqual({ code, message: expect.stringMatching(/\w/) })
    expect(await socket.closed).toBe(code)
    expect(Object.keys(known.close_codes)).toContain(String(code))
  })

  test('elsewhere than /app are not answered as sockets', async () => {
    const socket = app.open('/api/realtime')
    expect(await socket.closed).toBe(1006)
  })
})
