import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startPusherApp, type PusherTestApp } from './test/start-pusher-app.ts'
import known from './test/frames.json' with { type: 'json' }

/** Every call of the official `pusher` library, and channels with more than plain subscriptions. */

let app: PusherTestApp
beforeAll(async () => {
  app = await startPusherApp({ sendsSubscriptionCounts: true })
})
afterAll(() => app.close())

let number = 0
let room = ''
beforeEach(() => {
  number += 1
  room = `presence-room-${number}`
})

type Server = ReturnType<PusherTestApp['server']>

async function joined(channel: string, server = app.server()) {
  const socket = app.open()
  const id = await socket.greeted()
  const member = { user_id: 'anna', user_info: {} }
  const signed = server.authorizeChannel(id, channel, channel.startsWith('presence-') ? member : undefined)
  socket.send({ event: 'pusher:subscribe', data: { channel, ...signed } })
  await socket.next('pusher_internal:subscription_succeeded')
  return socket
}

/** Calls with their responses while one member is in the room. */
const calls: Readonly<Record<string, readonly [(server: Server) => Promise<unknown>, unknown]>> = {
  trigger: [(server) => bodyOf(server.trigger([room, 'news'], 'opened', { doors: 3 })), {}],
  'trigger with info': [
    (server) =>
      bodyOf(server.trigger(room, 'opened', {}, { info: 'user_count,subscription_count' })).then((body) =>
        Object.values((body as { channels: object }).channels),
      ),
    [{ user_count: 1, subscription_count: 1 }],
  ],
  triggerBatch: [
    (server) =>
      bodyOf(
        server.triggerBatch([
          { channel: room, name: 'opened', data: {} },
          { channel: 'news', name: 'closed', data: 'x' },
        ]),
      ),
    {},
  ],
  'triggerBatch with info': [
    (server) =>
      bodyOf(server.triggerBatch([{ channel: room, name: 'opened', data: {}, info: 'user_count' }])),
    { batch: [{ user_count: 1 }] },
  ],
  sendToUser: [(server) => bodyOf(server.sendToUser('anna', 'approved', {})), {}],
  terminateUserConnections: [(server) => bodyOf(server.terminateUserConnections('anna')), {}],
  'get channels': [
    (server) =>
      bodyOf(server.get({ path: '/channels', params: { filter_by_prefix: room, info: 'user_count' } })).then(
        (body) => Object.values((body as { channels: object }).channels),
      ),
    [{ user_count: 1 }],
  ],
  'get a channel': [
    (server) => bodyOf(server.get({ path: `/channels/${room}`, params: { info: 'user_count' } })),
    { occupied: true, user_count: 1 },
  ],
  'get users': [
    (server) => bodyOf(server.get({ path: `/channels/${room}/users` })),
    { users: [{ id: 'anna' }] },
  ],
  'post to a path': [
    (server) => {
      const event = { name: 'opened', channel: room, data: '{}' }
      // The library serialises the body, although its types ask for a text.
      return bodyOf(server.post({ path: '/events', body: event as unknown as string }))
    },
    {},
  ],
}

async function bodyOf(response: ReturnType<Server['get']>): Promise<unknown> {
  return (await response).json()
}

test.each(Object.entries(calls))('%s works', async (_name, [call, result]) => {
  await joined(room)
  expect(await call(app.server())).toEqual(result)
})

test('the number of subscribers is sent as recorded', async () => {
  const channel = `private-counted-${number}`
  const first = await joined(channel)
  await joined(channel)
  for (let count = 0; count !== 2;) {
    const frame = await first.next('pusher_internal:subscription_count')
    const recorded = known.server_to_client.find(({ event }) => event === frame.event)
    expect(Object.keys(frame).toSorted()).toEqual(Object.keys(recorded ?? {}).toSorted())
    ;({ subscription_count: count } = JSON.parse(String(frame.data)) as { subscription_count: number })
  }
})

test('the official libraries exchange encrypted events through the server', async () => {
  const channel = `private-encrypted-${number}`
  const server = app.server({ encryptionMasterKeyBase64: Buffer.alloc(32, 7).toString('base64') })
  const client = app.client({
    channelAuthorization: {
      transport: 'ajax',
      endpoint: '',
      customHandler: ({ socketId, channelName }, done) =>
        done(null, server.authorizeChannel(socketId, channelName)),
    },
  })
  const subscription = client.subscribe(channel)
  await new Promise((done) => {
    subscription.bind('pusher:subscription_succeeded', done)
  })
  // A bare socket sees what crosses the wire.
  const bare = await joined(channel, server)
  const event = new Promise((done) => {
    subscription.bind('opened', done)
  })
  await server.trigger(channel, 'opened', { doors: 3 })
  expect(await event).toEqual({ doors: 3 })
  const frame = await bare.next('opened')
  expect(Object.keys(JSON.parse(String(frame.data)) as object)).toEqual(['nonce', 'ciphertext'])
  bare.send({ event: 'client-typing', data: {}, channel })
  expect((await bare.next('pusher:error')).data).toMatchObject({ code: 4301 })
})
