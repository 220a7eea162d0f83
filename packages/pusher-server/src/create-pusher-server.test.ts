import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Command } from './command.ts'
import { startPusherApp, type PusherTestApp } from './test/start-pusher-app.ts'
import type { TestSocket } from './test/test-socket.ts'

let first: PusherTestApp
let second: PusherTestApp
let forwarded: Command[]
beforeEach(async () => {
  forwarded = []
  first = await startPusherApp({
    forward: (command) => {
      forwarded.push(command)
      second.pusherServer.execute(command)
    },
  })
  second = await startPusherApp({ forward: (command) => void forwarded.push(command) })
})
afterEach(async () => {
  await first.close()
  await second.close()
})

async function subscribe(app: PusherTestApp, channel: string, sessionId?: string): Promise<TestSocket> {
  const socket = app.open()
  const socketId = await socket.greeted()
  const pass = sessionId === undefined ? {} : app.pusherServer.authorise({ socketId, channel, sessionId })
  socket.send({ event: 'pusher:subscribe', data: { channel, ...pass } })
  await socket.next('pusher_internal:subscription_succeeded')
  return socket
}

test('publish reaches the sockets of every process, and execute forwards nothing', async () => {
  const [here, there] = [await subscribe(first, 'news'), await subscribe(second, 'news')]
  first.pusherServer.publish(['news'], 'opened', { doors: 3 })
  const message = { event: 'opened', channel: 'news', data: '{"doors":3}' }
  expect(await here.next('opened')).toEqual(message)
  expect(await there.next('opened')).toEqual(message)
  expect(forwarded).toHaveLength(1)
})

test('deliver reaches the sockets of this process only', async () => {
  const [here, there] = [await subscribe(first, 'news'), await subscribe(second, 'news')]
  first.pusherServer.deliver('news', 'opened', {})
  expect((await here.next('opened')).data).toBe('{}')
  await there.flush()
  expect(there.frames).toEqual([])
  expect(forwarded).toEqual([])
})

test('hasSubscribers is true while a socket of this process is subscribed', async () => {
  const { pusherServer } = first
  expect(pusherServer.hasSubscribers('news')).toBe(false)
  const socket = await subscribe(first, 'news')
  expect(pusherServer.hasSubscribers('news')).toBe(true)
  expect(second.pusherServer.hasSubscribers('news')).toBe(false)
  socket.send({ event: 'pusher:unsubscribe', data: { channel: 'news' } })
  await socket.flush()
  expect(pusherServer.hasSubscribers('news')).toBe(false)
})

test('closing a session closes the sockets that subscribed for it, and no others', async () => {
  const [ended, other] = [
    await subscribe(first, 'private-x', 'ses_1'),
    await subscribe(first, 'private-x', 'ses_2'),
  ]
  first.pusherServer.closeSession('ses_1')
  expect(await ended.closed).toBe(4009)
  await other.flush()
})

test('the subscribers of a channel are closed so that they reconnect, and no others', async () => {
  const [subscriber, other] = [await subscribe(first, 'private-x', 'ses_1'), await subscribe(first, 'news')]
  first.pusherServer.reconnectSubscribers('private-x')
  // Official clients reconnect after a second for 4100 to 4199.
  expect(await subscriber.closed).toBe(4100)
  await other.flush()
})

test('more than 10 kB of data throws and sends nothing', () => {
  const oversized = 'x'.repeat(10_241)
  expect(() => first.pusherServer.publish(['news'], 'opened', oversized)).toThrow(RangeError)
  expect(() => first.pusherServer.deliver('news', 'opened', oversized)).toThrow(RangeError)
  expect(forwarded).toEqual([])
})
