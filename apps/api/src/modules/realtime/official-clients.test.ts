import { accountsRoutes } from '@terrace/contracts/accounts'
import { teamsRoutes } from '@terrace/contracts/teams'
import type { Channel } from 'pusher-js'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listenTestApp, type ListeningApp } from '#api/test/harness/listening-app.ts'

/** The official `pusher-js` and `pusher`, unmodified, against the running API. */

let app: ListeningApp
beforeEach(async () => {
  app = await listenTestApp()
})
afterEach(() => app.close())

function nextEvent<Data>(channel: Channel, event: string): Promise<Data> {
  return new Promise((done) => {
    channel.bind(event, done)
  })
}

const subscribed = (channel: Channel) => nextEvent<unknown>(channel, 'pusher:subscription_succeeded')

test('[X-ROUTE-03] pusher-js connects at /app/{key} of the API’s origin and receives events', async () => {
  const client = app.client()
  const channel = client.subscribe('news')
  await subscribed(channel)
  const event = nextEvent(channel, 'opened')
  await app.server().trigger('news', 'opened', { doors: 3 })
  expect(await event).toEqual({ doors: 3 })
  expect(client.connection.socket_id).toMatch(/^\d+\.\d+$/)
})

test('a team member subscribes to the team’s private channel through the API', async () => {
  const buyer = await app.addBuyer()
  const channel = app.client(buyer.token).subscribe(`private-team-${buyer.teamId}`)
  await subscribed(channel)
  const event = nextEvent(channel, 'counts-changed')
  await app.deps.realtime.publish([`private-team-${buyer.teamId}`], 'counts-changed', {})
  expect(await event).toEqual({})
})

test('ending a session closes the sockets that it authorised', async () => {
  const [buyer, colleague] = [await app.addBuyer(), await app.addBuyer()]
  const [client, other] = [app.client(buyer.token), app.client(colleague.token)]
  await subscribed(client.subscribe(`private-team-${buyer.teamId}`))
  const channel = other.subscribe(`private-team-${colleague.teamId}`)
  await subscribed(channel)
  const disconnected = new Promise((done) => {
    client.connection.bind('disconnected', () => done(undefined))
  })
  await buyer.call(accountsRoutes.logOut)
  await disconnected
  const event = nextEvent(channel, 'counts-changed')
  await app.deps.realtime.publish([`private-team-${colleague.teamId}`], 'counts-changed', {})
  await event
})

test('a member who may no longer view the inventory loses its channel; colleagues subscribe again', async () => {
  const owner = await app.addBuyer({ role: 'seller' })
  const member = await app.addBuyer({
    teamId: owner.teamId,
    role: 'seller',
    teamRole: 'member',
    permissions: ['view'],
  })
  const channels = [app.client(member.token), app.client(owner.token)].map((client) =>
    client.subscribe(`private-inventory-${owner.teamId}`),
  )
  const [ofMember, ofOwner] = channels as [Channel, Channel]
  await Promise.all([subscribed(ofMember), subscribed(ofOwner)])
  const refused = nextEvent(ofMember, 'pusher:subscription_error')
  const again = subscribed(ofOwner)
  const changed = await owner.call(teamsRoutes.changePermissions, {
    params: { id: member.accountId },
    body: { permissions: [] },
  })
  expect(changed.status).toBe(200)
  expect(await refused).toMatchObject({ type: 'AuthError', status: 403 })
  await again
})

test.each([
  ['another team', async () => (await app.addBuyer()).token],
  ['an unknown session', async () => 'x'.repeat(40)],
  ['a visitor', async () => undefined],
])('authorising a team’s channel returns 403 to %s', async (_, tokenOf) => {
  const owner = await app.addBuyer()
  const channel = app.client(await tokenOf()).subscribe(`private-team-${owner.teamId}`)
  expect(await nextEvent(channel, 'pusher:subscription_error')).toMatchObject({
    type: 'AuthError',
    status: 403,
  })
})

test('clients cannot send events to other subscribers of a private channel', async () => {
  const [sender, reader] = [await app.addBuyer(), await app.addBuyer()]
  const [from, to] = [app.client(sender.token), app.client(reader.token)]
  const [sending, reading] = [from.subscribe('private-event-5'), to.subscribe('private-event-5')]
  await Promise.all([subscribed(sending), subscribed(reading)])
  const heard: string[] = []
  reading.bind_global((event: string) => void heard.push(event))
  const refused = new Promise<{ data: { message: string } }>((done) => {
    from.connection.bind('error', done)
  })
  sending.trigger('client-price', { price: 1 })
  expect((await refused).data.message).toMatch(/^Client event rejected/)
  // Later events have arrived, so an earlier one would have.
  const last = nextEvent(reading, 'last')
  await app.deps.realtime.publish(['private-event-5'], 'last', {})
  await last
  expect(heard).not.toContain('client-price')
})

test('an account gets a limited number of sockets; the browser does not retry', async () => {
  const limited = await listenTestApp({
    databaseUrl: app.deps.config.databaseUrl,
    config: {
      realtime: {
        ...app.deps.config.realtime,
        limits: { maxSockets: 10, socketsPerAddress: 10, socketsPerAccount: 2 },
      },
    },
  })
  try {
    const buyer = await app.addBuyer()
    const channel = `private-team-${buyer.teamId}`
    for (const client of [limited.client(buyer.token), limited.client(buyer.token)]) {
      await subscribed(client.subscribe(channel))
    }
    const third = limited.client(buyer.token)
    const failed = new Promise((done) => {
      third.connection.bind('failed', done)
      third.connection.bind('disconnected', done)
    })
    third.subscribe(channel)
    await failed
    const other = await app.addBuyer()
    await subscribed(limited.client(other.token).subscribe(`private-team-${other.teamId}`))
  } finally {
    await limited.close()
  }
})

test('a message reaches the sockets of every process on the database', async () => {
  const other = await listenTestApp({ databaseUrl: app.deps.config.databaseUrl })
  try {
    const [here, there] = [app.client().subscribe('news'), other.client().subscribe('news')]
    await Promise.all([subscribed(here), subscribed(there)])
    const received = [nextEvent(here, 'opened'), nextEvent(there, 'opened')]
    await app.server().trigger('news', 'opened', { doors: 3 })
    expect(await Promise.all(received)).toEqual([{ doors: 3 }, { doors: 3 }])
  } finally {
    await other.close()
  }
})
