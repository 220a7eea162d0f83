import { PassThrough } from 'node:stream'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { openSocket, type TestSocket } from '../test/test-socket.ts'
import { createHub } from './hub.ts'
import { defaultLimits, type SocketLimits } from './limits.ts'
import { listen, type SocketServer } from './listen.ts'

/** The socket server against silent, slow, broken and hostile clients, with low limits. */

const key = 'k'
let server: FastifyInstance
let sockets: SocketServer
let logged: string[]
const opened: TestSocket[] = []

async function serve(limits: Partial<SocketLimits>): Promise<void> {
  const all = { ...defaultLimits, ...limits }
  const logger: FastifyBaseLogger = pino({}, { write: (line: string) => void logged.push(line) })
  const hub = createHub(all)
  sockets = listen(server.server, {
    hub,
    app: { appId: '1', key, secret: 's' },
    limits: all,
    logger,
    acceptsClientEvents: () => true,
    dispatch: (command) => command.kind === 'message' && hub.deliver(command),
  })
  await server.listen({ host: '127.0.0.1', port: 0 })
}

function open(): TestSocket {
  const socket = openSocket(`${server.listeningOrigin.replace('http', 'ws')}/app/${key}?protocol=7`)
  opened.push(socket)
  return socket
}

beforeEach(() => {
  logged = []
  server = Fastify()
})
afterEach(async () => {
  for (const { socket } of opened.splice(0)) socket.terminate()
  await sockets.close()
  await server.close()
})

test('a silent socket is pinged and stays open if it replies', async () => {
  await serve({ activityMs: 30, pongMs: 60_000, idleCheckMs: 10 })
  const socket = open()
  await socket.next('pusher:ping')
  socket.send({ event: 'pusher:pong', data: {} })
  // The reply restarts the idle timer, so the socket is pinged again instead of closed.
  await socket.next('pusher:ping')
  expect(socket.socket.readyState).toBe(socket.socket.OPEN)
})

test('a socket that does not reply to a ping is closed with 4201', async () => {
  await serve({ activityMs: 20, pongMs: 20, idleCheckMs: 10 })
  const socket = open()
  await socket.next('pusher:ping')
  expect(await socket.closed).toBe(4201)
})

test('a full server closes new sockets with 4100 until one disconnects', async () => {
  await serve({ maxSockets: 1 })
  const first = open()
  await first.greeted()
  expect(await open().closed).toBe(4100)
  const disconnected = new Promise((done) => {
    server.server.getConnections(() => done(undefined))
  })
  first.socket.terminate()
  await disconnected
  await first.closed
  await expect.poll(() => open().greeted()).toMatch(/^\d+\.\d+$/)
})

test('one address gets a limited number of sockets', async () => {
  await serve({ socketsPerAddress: 2 })
  const [first] = await Promise.all([open(), open()].map(async (socket) => (await socket.greeted(), socket)))
  expect(await open().closed).toBe(4100)
  first?.socket.terminate()
  await expect.poll(() => open().greeted()).toMatch(/^\d+\.\d+$/)
})

test.each([
  '',
  'hello',
  '{"event":',
  '[]',
  'null',
  '7',
  '{"event":7}',
  '{"data":{}}',
  '{"event":"pusher:subscribe"}',
  '{"event":"pusher:subscribe","data":{"channel":7}}',
  '{"event":"pusher:subscribe","data":"private-x"}',
  '{"event":"pusher:unsubscribe","data":null}',
  '{"event":"pusher_internal:subscription_succeeded","channel":"x","data":"{}"}',
  '{"event":"made-up","channel":"x","data":{}}',
  '{"event":"__proto__","data":{}}',
])('the frame %s gets an error and the socket stays open', async (text) => {
  await serve({})
  const socket = open()
  await socket.greeted()
  socket.send(text)
  expect((await socket.next('pusher:error')).data).toMatchObject({ code: null })
  await socket.flush()
})

test('repeated invalid frames of one socket are logged once', async () => {
  await serve({})
  const socket = open()
  await socket.greeted()
  for (let count = 0; count < 20; count++) socket.send('nonsense')
  await socket.flush()
  expect(logged).toHaveLength(1)
  expect(logged[0]).toContain('invalid socket frame')
})

test('logs do not contain what a socket sent', async () => {
  await serve({})
  const socket = open()
  await socket.greeted()
  socket.send('{"event":"my-secret-word"}')
  await socket.flush()
  expect(logged.join('')).not.toContain('my-secret-word')
})

test('a binary frame closes the socket', async () => {
  await serve({})
  const socket = open()
  await socket.greeted()
  socket.socket.send(Buffer.from([0xff, 0x00]))
  expect(await socket.closed).toBe(1003)
})

test('an oversized frame closes the socket before it is read', async () => {
  await serve({})
  const socket = open()
  await socket.greeted()
  socket.send(JSON.stringify({ event: 'client-x', data: 'x'.repeat(40_000) }))
  expect(await socket.closed).toBe(1009)
})

test('too many frames close the socket with 4100', async () => {
  await serve({ framesPerTenSeconds: 50 })
  const socket = open()
  await socket.greeted()
  for (let count = 0; count < 60; count++) socket.send({ event: 'pusher:ping', data: {} })
  expect(await socket.closed).toBe(4100)
  expect(logged).toHaveLength(1)
})

test('deeply nested JSON gets an error and the socket stays open', async () => {
  await serve({})
  const socket = open()
  await socket.greeted()
  const depth = 15_000
  socket.send(`{"event":"client-x","data":${'['.repeat(depth)}${']'.repeat(depth)}}`)
  await socket.next('pusher:error')
  await socket.flush()
})

test('subscriptions per socket are limited', async () => {
  await serve({ channelsPerSocket: 2 })
  const socket = open()
  await socket.greeted()
  for (const channel of ['a', 'b', 'c']) socket.send({ event: 'pusher:subscribe', data: { channel } })
  expect((await socket.next('pusher:subscription_error')).channel).toBe('c')
})

test.each(['', 'a b', 'a/b', 'ü', 'x'.repeat(201), '#server-to-user-'])(
  'the channel name %j is rejected',
  async (channel) => {
    await serve({})
    const socket = open()
    await socket.greeted()
    socket.send({ event: 'pusher:subscribe', data: { channel } })
    expect((await socket.next('pusher:subscription_error')).channel).toBe(channel)
  },
)

test('subscribing twice to a channel is an error', async () => {
  await serve({})
  const socket = open()
  await socket.greeted()
  socket.send({ event: 'pusher:subscribe', data: { channel: 'a' } })
  socket.send({ event: 'pusher:subscribe', data: { channel: 'a' } })
  expect((await socket.next('pusher:error')).data).toEqual({
    code: null,
    message: 'Existing subscription to channel a',
  })
})

test('an error on a rejected upgrade does not crash the process', async () => {
  await serve({})
  const socket = new PassThrough()
  server.server.emit('upgrade', { url: '/elsewhere' }, socket, Buffer.alloc(0))
  expect(String(socket.read())).toContain('404 Not Found')
  expect(() => socket.emit('error', new Error('reset by peer'))).not.toThrow()
})

test('closing the server does not wait for unresponsive clients', async () => {
  await serve({ closeTimeoutMs: 20 })
  const socket = open()
  await socket.greeted()
  // A paused socket never replies to the close.
  socket.socket.pause()
  await sockets.close()
  expect(await connectionsOf(server)).toBe(0)
})

function connectionsOf({ server }: FastifyInstance): Promise<number> {
  return new Promise((done, failed) => {
    server.getConnections((error, count) => (error ? failed(error) : done(count)))
  })
}
