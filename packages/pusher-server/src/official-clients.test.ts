import type { Channel, PresenceChannel } from 'pusher-js'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startPusherApp, type PusherTestApp } from './test/start-pusher-app.ts'
import type { PusherClient } from './test/test-clients.ts'

/** The protocol as the official `pusher-js` and `pusher` use it, unmodified. */

let app: PusherTestApp
beforeEach(async () => {
  app = await startPusherApp()
})
afterEach(() => app.close())

function nextEvent<Data>(channel: Channel, event: string): Promise<Data> {
  return new Promise((done) => {
    channel.bind(event, done)
  })
}

const subscribed = (channel: Channel) => nextEvent<unknown>(channel, 'pusher:subscription_succeeded')

/** Authorises channels with the official server library. */
function signedBy(client: PusherClient, userId?: string): void {
  client.config.channelAuthorizer = ({ socketId, channelName }, done) =>
    done(
      null,
      app
        .server()
        .authorizeChannel(
          socketId,
          channelName,
          userId === undefined ? undefined : { user_id: userId, user_info: { name: `Name of ${userId}` } },
        ),
    )
}

test('pusher-js connects at /app/{key} and receives what pusher publishes on a public channel', async () => {
  const client = app.client()
  const channel = client.subscribe('news')
  await subscribed(channel)
  const event = nextEvent(channel, 'opened')
  await app.server().trigger('news', 'opened', { doors: 3 })
  expect(await event).toEqual({ doors: 3 })
  expect(client.connection.socket_id).toMatch(/^\d+\.\d+$/)
})

test('the sender’s socket can be excluded', async () => {
  const [first, second] = [app.client(), app.client()]
  const channels = [first.subscribe('news'), second.subscribe('news')]
  await Promise.all(channels.map(subscribed))
  const received: string[] = []
  first.subscribe('news').bind('opened', (text: string) => received.push(`first ${text}`))
  const last = new Promise((done) => {
    second.subscribe('news').bind('opened', (text: string) => {
      received.push(`second ${text}`)
      if (text === 'b') done(undefined)
    })
  })
  await app.server().trigger('news', 'opened', 'a', { socket_id: first.connection.socket_id })
  const alsoFirst = nextEvent(channels[0] as Channel, 'opened')
  await app.server().trigger('news', 'opened', 'b')
  await Promise.all([last, alsoFirst])
  expect(received.toSorted()).toEqual(['first b', 'second a', 'second b'])
})

test('presence channels announce each user once, however many sockets they have', async () => {
  const [anna, annasPhone, ben] = [app.client(), app.client(), app.client()]
  signedBy(anna, 'anna')
  signedBy(annasPhone, 'anna')
  signedBy(ben, 'ben')
  const roomOfAnna = anna.subscribe('presence-room') as PresenceChannel
  await subscribed(roomOfAnna)
  expect(roomOfAnna.members.me).toEqual({ id: 'anna', info: { name: 'Name of anna' } })

  const phoneRoom = annasPhone.subscribe('presence-room') as PresenceChannel
  await subscribed(phoneRoom)
  expect(phoneRoom.members.count).toBe(1)

  const added = nextEvent(roomOfAnna, 'pusher:member_added')
  const bensRoom = ben.subscribe('presence-room') as PresenceChannel
  await subscribed(bensRoom)
  expect(await added).toEqual({ id: 'ben', info: { name: 'Name of ben' } })
  expect(bensRoom.members.count).toBe(2)
  const { users } = (await (await app.server().get({ path: '/channels/presence-room/users' })).json()) as {
    users: unknown
  }
  expect(users).toEqual([{ id: 'anna' }, { id: 'ben' }])

  // Anna's first socket is still connected, so only Ben leaves.
  annasPhone.disconnect()
  const removed = nextEvent(roomOfAnna, 'pusher:member_removed')
  ben.unsubscribe('presence-room')
  expect(await removed).toMatchObject({ id: 'ben' })
  expect(roomOfAnna.members.count).toBe(1)
})

test('client events reach the other subscribers, with the sender’s id on presence channels', async () => {
  const [anna, ben] = [app.client(), app.client()]
  signedBy(anna, 'anna')
  signedBy(ben, 'ben')
  const [hers, his] = [anna.subscribe('presence-room'), ben.subscribe('presence-room')]
  await Promise.all([subscribed(hers), subscribed(his)])
  const event = new Promise((done) => {
    his.bind('client-typing', (data: unknown, meta: unknown) => done({ data, meta }))
  })
  hers.bind('client-typing', () => {
    throw new Error('The sender received its own event')
  })
  hers.trigger('client-typing', { on: true })
  expect(await event).toEqual({ data: { on: true }, meta: { user_id: 'anna' } })
})

test('a signed-in user receives their own events and can be disconnected', async () => {
  const client = app.client()
  client.config.userAuthenticator = ({ socketId }, done) =>
    done(null, app.server().authenticateUser(socketId, { id: 'usr_1' }))
  client.signin()
  await client.user.signinDonePromise
  const received = new Promise((done) => {
    client.user.bind('approved', done)
  })
  // Subscribing to the user channel follows sign-in; a later subscription proves that it is done.
  await subscribed(client.subscribe('behind'))
  await app.server().sendToUser('usr_1', 'approved', { at: 1 })
  expect(await received).toEqual({ at: 1 })

  const disconnected = new Promise((done) => {
    client.connection.bind('disconnected', () => done(undefined))
  })
  await app.server().terminateUserConnections('usr_1')
  await disconnected
})

test('a cache channel sends its last event to new subscribers, or reports that it has none', async () => {
  const first = app.client().subscribe('cache-price')
  await nextEvent(first, 'pusher:cache_miss')
  const event = nextEvent(first, 'price')
  await app.server().trigger('cache-price', 'price', { amount: '1.00' })
  await event
  const second = app.client().subscribe('cache-price')
  expect(await nextEvent(second, 'price')).toEqual({ amount: '1.00' })
})

test('a stopping server closes sockets with 4200, and clients reconnect to its successor', async () => {
  const { port } = app
  const bare = app.open()
  await bare.greeted()
  const client = app.client()
  const channel = client.subscribe('news')
  await subscribed(channel)
  const again = subscribed(channel)
  await app.app.close()
  expect(await bare.closed).toBe(4200)

  const next = await startPusherApp({ port })
  try {
    await again
    const event = nextEvent(channel, 'opened')
    await next.server().trigger('news', 'opened', 1)
    expect(await event).toBe(1)
  } finally {
    client.disconnect()
    await next.close()
  }
})
