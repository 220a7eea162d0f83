import { accountsRoutes } from '@terrace/contracts/accounts'
import type { Channel, PresenceChannel } from 'pusher-js'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listenTestApp, type ListeningApp, type PusherClient } from '../../test/listening-app.ts'

/** The official `pusher-js` and `pusher`, unmodified, against the app as it runs. */

let app: ListeningApp
beforeEach(async () => {
  app = await listenTestApp()
})
afterEach(() => app.close())

function heard<Data>(channel: Channel, event: string): Promise<Data> {
  return new Promise((done) => {
    channel.bind(event, done)
  })
}

const subscribed = (channel: Channel) => heard<unknown>(channel, 'pusher:subscription_succeeded')

/** Signs as a server of one's own would, with the official library. */
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

test('[X-ROUTE-03] pusher-js connects at /app/{key} of the API’s origin and hears what pusher sends on a public channel', async () => {
  const client = app.client()
  const channel = client.subscribe('news')
  await subscribed(channel)
  const event = heard(channel, 'opened')
  await app.server().trigger('news', 'opened', { doors: 3 })
  expect(await event).toEqual({ doors: 3 })
  expect(client.connection.socket_id).toMatch(/^\d+\.\d+$/)
})

test('the sender’s own socket can be left out', async () => {
  const [first, second] = [app.client(), app.client()]
  const channels = [first.subscribe('news'), second.subscribe('news')]
  await Promise.all(channels.map(subscribed))
  const told: string[] = []
  first.subscribe('news').bind('opened', (text: string) => told.push(`first ${text}`))
  const last = new Promise((done) => {
    second.subscribe('news').bind('opened', (text: string) => {
      told.push(`second ${text}`)
      if (text === 'b') done(undefined)
    })
  })
  await app.server().trigger('news', 'opened', 'a', { socket_id: first.connection.socket_id })
  const alsoFirst = heard(channels[0] as Channel, 'opened')
  await app.server().trigger('news', 'opened', 'b')
  await Promise.all([last, alsoFirst])
  expect(told.toSorted()).toEqual(['first b', 'second a', 'second b'])
})

test('a member of the team hears its private channel through the API’s own authorisation', async () => {
  const buyer = await app.addBuyer()
  const channel = app.client(buyer.token).subscribe(`private-team-${buyer.teamId}`)
  await subscribed(channel)
  const event = heard(channel, 'counts-changed')
  await app.deps.realtime.publish([`private-team-${buyer.teamId}`], 'counts-changed', {})
  expect(await event).toEqual({})
})

test('a socket that listens in the name of a session is cut when the session ends', async () => {
  const [buyer, colleague] = [await app.addBuyer(), await app.addBuyer()]
  const [client, other] = [app.client(buyer.token), app.client(colleague.token)]
  await subscribed(client.subscribe(`private-team-${buyer.teamId}`))
  const channel = other.subscribe(`private-team-${colleague.teamId}`)
  await subscribed(channel)
  const gone = new Promise((done) => {
    client.connection.bind('disconnected', () => done(undefined))
  })
  await buyer.call(accountsRoutes.logOut)
  await gone
  const event = heard(channel, 'counts-changed')
  await app.deps.realtime.publish([`private-team-${colleague.teamId}`], 'counts-changed', {})
  await event
})

test.each([
  ['another team', async () => (await app.addBuyer()).token],
  ['a session that never was', async () => 'x'.repeat(40)],
  ['nobody', async () => undefined],
])('the authorisation of a team’s channel is refused with 403 to %s', async (_, tokenOf) => {
  const owner = await app.addBuyer()
  const channel = app.client(await tokenOf()).subscribe(`private-team-${owner.teamId}`)
  expect(await heard(channel, 'pusher:subscription_error')).toMatchObject({
    type: 'AuthError',
    status: 403,
  })
})

test('presence: who is there, who comes and who goes, each person once', async () => {
  const [anna, annasPhone, ben] = [app.client(), app.client(), app.client()]
  signedBy(anna, 'anna')
  signedBy(annasPhone, 'anna')
  signedBy(ben, 'ben')
  const room = anna.subscribe('presence-room') as PresenceChannel
  await subscribed(room)
  expect(room.members.me).toEqual({ id: 'anna', info: { name: 'Name of anna' } })

  const phoneRoom = annasPhone.subscribe('presence-room') as PresenceChannel
  await subscribed(phoneRoom)
  expect(phoneRoom.members.count).toBe(1)

  const added = heard(room, 'pusher:member_added')
  const bensRoom = ben.subscribe('presence-room') as PresenceChannel
  await subscribed(bensRoom)
  expect(await added).toEqual({ id: 'ben', info: { name: 'Name of ben' } })
  expect(bensRoom.members.count).toBe(2)
  const { users } = (await (await app.server().get({ path: '/channels/presence-room/users' })).json()) as {
    users: unknown
  }
  expect(users).toEqual([{ id: 'anna' }, { id: 'ben' }])

  // Anna is still there with her first socket: only Ben's leaving is told.
  annasPhone.disconnect()
  const removed = heard(room, 'pusher:member_removed')
  ben.unsubscribe('presence-room')
  expect(await removed).toMatchObject({ id: 'ben' })
  expect(room.members.count).toBe(1)
})

test('client events reach the others on the channel, with the sender’s id on presence channels', async () => {
  const [anna, ben] = [app.client(), app.client()]
  signedBy(anna, 'anna')
  signedBy(ben, 'ben')
  const [hers, his] = [anna.subscribe('presence-room'), ben.subscribe('presence-room')]
  await Promise.all([subscribed(hers), subscribed(his)])
  const event = new Promise((done) => {
    his.bind('client-typing', (data: unknown, meta: unknown) => done({ data, meta }))
  })
  hers.bind('client-typing', () => {
    throw new Error('the sender heard its own event')
  })
  hers.trigger('client-typing', { on: true })
  expect(await event).toEqual({ data: { on: true }, meta: { user_id: 'anna' } })
})

test('sign-in: a user hears what is sent to them alone, and can be put out', async () => {
  const client = app.client()
  client.config.userAuthenticator = ({ socketId }, done) =>
    done(null, app.server().authenticateUser(socketId, { id: 'usr_1' }))
  client.signin()
  await client.user.signinDonePromise
  const told = new Promise((done) => {
    client.user.bind('approved', done)
  })
  // Its subscription follows the sign-in; a second public one behind it shows that it is in place.
  await subscribed(client.subscribe('behind'))
  await app.server().sendToUser('usr_1', 'approved', { at: 1 })
  expect(await told).toEqual({ at: 1 })

  const gone = new Promise((done) => {
    client.connection.bind('disconnected', () => done(undefined))
  })
  await app.server().terminateUserConnections('usr_1')
  await gone
})

test('a cache channel tells its last event to who comes later, and that there is none to the first', async () => {
  const first = app.client().subscribe('cache-price')
  await heard(first, 'pusher:cache_miss')
  const event = heard(first, 'price')
  await app.server().trigger('cache-price', 'price', { amount: '1.00' })
  await event
  const second = app.client().subscribe('cache-price')
  expect(await heard(second, 'price')).toEqual({ amount: '1.00' })
})

test('a server that stops sends its clients away with 4200, and they come back by themselves to the next one', async () => {
  const { port } = app
  const { databaseUrl } = app.deps.config
  const bare = app.open()
  await bare.greeted()
  const client = app.client()
  const channel = client.subscribe('news')
  await subscribed(channel)
  const again = subscribed(channel)
  await app.app.close()
  expect(await bare.closed).toBe(4200)

  const next = await listenTestApp({ databaseUrl, port })
  try {
    await again
    const event = heard(channel, 'opened')
    await next.server().trigger('news', 'opened', 1)
    expect(await event).toBe(1)
  } finally {
    client.disconnect()
    await next.close()
  }
})

test('a message reaches the sockets of every process on the database', async () => {
  const other = await listenTestApp({ databaseUrl: app.deps.config.databaseUrl })
  try {
    const [here, there] = [app.client().subscribe('news'), other.client().subscribe('news')]
    await Promise.all([subscribed(here), subscribed(there)])
    const told = [heard(here, 'opened'), heard(there, 'opened')]
    await app.server().trigger('news', 'opened', { doors: 3 })
    expect(await Promise.all(told)).toEqual([{ doors: 3 }, { doors: 3 }])
  } finally {
    await other.close()
  }
})
