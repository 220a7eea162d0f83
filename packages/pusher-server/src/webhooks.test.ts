import Fastify from 'fastify'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { startPusherApp, type PusherTestApp } from './test/start-pusher-app.ts'
import type { WebhookEvent } from './webhook-events.ts'

/** Webhooks as the official `pusher` library verifies and reads them. */

interface Received {
  headers: Record<string, string | string[] | undefined>
  rawBody: string
}

const received: Received[] = []
/** Responses to the next webhooks; 200 after them. */
const statuses: number[] = []
let onReceived: () => void = () => undefined

const receiver = Fastify()
receiver.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
  done(null, body)
})
receiver.post('/', (request, reply) => {
  received.push({ headers: request.headers, rawBody: String(request.body) })
  onReceived()
  return reply.code(statuses.shift() ?? 200).send()
})

let redirects = 0
receiver.post('/moved', (_request, reply) => {
  redirects += 1
  return reply.redirect('/', 307)
})

let app: PusherTestApp

async function start(delayMs: number): Promise<void> {
  app = await startPusherApp({
    webhooks: { urls: [receiver.listeningOrigin], delayMs, retryMs: 1 },
    sendsSubscriptionCounts: true,
  })
}

beforeEach(async () => {
  received.length = 0
  statuses.length = 0
  if (!receiver.server.listening) await receiver.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(async () => {
  await app.close()
})

afterAll(() => receiver.close())

function eventsSoFar(): WebhookEvent[] {
  return received.flatMap(({ rawBody }) => (JSON.parse(rawBody) as { events: WebhookEvent[] }).events)
}

/** Waits until all of these events have arrived. */
function whenReceived(...wanted: Partial<Record<string, unknown>>[]): Promise<void> {
  return new Promise((done) => {
    const check = () => {
      const events = eventsSoFar()
      const has = (each: object) =>
        events.some((event) =>
          Object.entries(each).every(([name, value]) =>
            Object.entries(event).some(([key, held]) => key === name && held === value),
          ),
        )
      if (wanted.every(has)) done()
    }
    onReceived = check
    check()
  })
}

const channel = 'presence-room'

async function subscribed(userId: string) {
  const socket = app.open()
  const id = await socket.greeted()
  const { auth, channel_data } = app
    .server()
    .authorizeChannel(id, channel, { user_id: userId, user_info: {} })
  socket.send({ event: 'pusher:subscribe', data: { channel, auth, channel_data } })
  await socket.next('pusher_internal:subscription_succeeded')
  return socket
}

test('the official library accepts a webhook and reads its events', async () => {
  await start(1)
  const socket = await subscribed('anna')
  socket.send({ event: 'client-typing', data: { on: true }, channel })
  await whenReceived(
    { name: 'channel_occupied', channel },
    { name: 'member_added', channel, user_id: 'anna' },
    { name: 'client_event', channel, event: 'client-typing', data: '{"on":true}', user_id: 'anna' },
  )
  for (const request of received) {
    const webhook = app.server().webhook(request)
    expect(webhook.isValid()).toBe(true)
    expect(webhook.getTime().getTime()).toBeGreaterThan(0)
  }
  socket.socket.close()
  await whenReceived(
    { name: 'member_removed', channel, user_id: 'anna' },
    { name: 'channel_vacated', channel },
  )
})

test('a cache channel without an event and the number of subscribers are reported', async () => {
  await start(1)
  const socket = app.open()
  await socket.greeted()
  socket.send({ event: 'pusher:subscribe', data: { channel: 'cache-price' } })
  await whenReceived(
    { name: 'cache_miss', channel: 'cache-price' },
    { name: 'subscription_count', channel: 'cache-price', subscription_count: 1 },
  )
})

test('who returns within the delay has not left', async () => {
  await start(3_600_000)
  const first = await subscribed('anna')
  const ben = await subscribed('ben')
  first.socket.close()
  await ben.next('pusher_internal:member_removed')
  await subscribed('anna')
  await subscribed('carl')
  await whenReceived({ name: 'member_added', user_id: 'carl' })
  const names = eventsSoFar().filter((event) => 'user_id' in event && event.user_id === 'anna')
  expect(names.map(({ name }) => name)).toEqual(['member_added'])
})

test('a rejected webhook is sent again, and a closing server reports departures at once', async () => {
  await start(3_600_000)
  statuses.push(500, 503)
  await subscribed('anna')
  await whenReceived({ name: 'member_added', user_id: 'anna' })
  await app.app.close()
  await whenReceived({ name: 'channel_vacated', channel })
  const bodies = received.map(({ rawBody }) => rawBody)
  expect(bodies[1]).toBe(bodies[0])
})

test('a webhook does not follow a receiver to another address', async () => {
  app = await startPusherApp({
    webhooks: { urls: [`${receiver.listeningOrigin}/moved`], delayMs: 1, retryMs: 1 },
  })
  await subscribed('anna')
  await expect.poll(() => redirects).toBeGreaterThan(1)
  expect(received).toEqual([])
})
