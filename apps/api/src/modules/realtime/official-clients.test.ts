import { accountsRoutes } from '@terrace/contracts/accounts'
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
