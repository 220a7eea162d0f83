import { realtimeRoutes } from '@terrace/contracts/realtime'
import type { Options } from 'pusher-js'
import { beforeEach, expect, test, vi } from 'vitest'
import { mockRoute, errorReply } from '#web/test/mock-api.ts'
import { testEnv } from '#web/test/test-env.ts'
import { setEnv } from '#web/lib/env.ts'
import { listen } from './realtime-client.ts'
import { storeSession } from './session.ts'

vi.unmock('./realtime-client.ts')

type EventHandler = (event: string, data?: unknown) => void

/** Replaces pusher-js and records its calls. The API's tests cover the real library. */
const { connections, FakePusher } = vi.hoisted(() => {
  const connections: {
    key: string
    options: Options
    channels: Map<string, EventHandler>
    isOpen: boolean
    /** Frames sent, and frames sent after disconnecting. */
    sent: string[]
    late: string[]
    /** Listeners of the connection state. */
    watchers: Set<(change: { current: string }) => void>
    bind: (event: 'state_change', watcher: (change: { current: string }) => void) => void
    unbind: (event: 'state_change', watcher: (change: { current: string }) => void) => void
  }[] = []
  class FakePusher {
    connection: (typeof connections)[number]
    constructor(key: string, options: Options) {
      const watchers: (typeof connections)[number]['watchers'] = new Set()
      this.connection = {
        key,
        options,
        channels: new Map(),
        isOpen: true,
        sent: [],
        late: [],
        watchers,
        bind: (_, watcher) => watchers.add(watcher),
        unbind: (_, watcher) => watchers.delete(watcher),
      }
      connections.push(this.connection)
    }
    subscribe(name: string) {
      return {
        bind_global: (emit: EventHandler) => this.connection.channels.set(name, emit),
        unbind_global: () => undefined,
      }
    }
    unsubscribe(name: string) {
      this.connection.channels.delete(name)
      // Like pusher-js: frames go out asynchronously.
      setTimeout(() => (this.connection.isOpen ? this.connection.sent : this.connection.late).push(name))
    }
    disconnect() {
      this.connection.isOpen = false
    }
  }
  return { connections, FakePusher }
})
vi.mock('pusher-js', () => ({ default: FakePusher }))

beforeEach(() => {
  connections.length = 0
  setEnv(testEnv)
})

/** Starts listening and returns the arguments of pusher-js. */
async function connected(channel = 'private-team-tm_1') {
  const onEvent = vi.fn<(event: string, data: unknown) => void>()
  const onLive = vi.fn<(isLive: boolean) => void>()
  const stop = listen(channel, { onEvent, onLive })
  await vi.waitFor(() => expect(connections.at(-1)?.channels.has(channel)).toBe(true))
  const last = connections.at(-1)
  const emit = last?.channels.get(channel)
  if (!last || !emit) throw new Error(`no connection to ${channel}`)
  const { key, options, watchers } = last
  return { key, options, onEvent, onLive, watchers, stop, emit }
}

test('[REALTIME-01] [REALTIME-02] [REALTIME-03] activity 120000 ms, pong 30000 ms, unavailable 10000 ms', async () => {
  const { key, options, stop } = await connected()
  expect(key).toBe('test-key')
  expect(options).toMatchObject({
    activityTimeout: 120_000,
    pongTimeout: 30_000,
    unavailableTimeout: 10_000,
  })
  stop()
})

test.each([
  [{ api_base: '/api' }, { wsHost: 'localhost', wsPort: 3000, forceTLS: false }],
  [{ api_base: 'https://api.example/api' }, { wsHost: 'api.example', wssPort: 443, forceTLS: true }],
  [
    { realtime: { key: 'k', origin: 'http://sockets.example:6001' } },
    { wsHost: 'sockets.example', wsPort: 6001, forceTLS: false },
  ],
])("our own sockets use the API's host or the configured one: %o", async (values, place) => {
  setEnv({ ...testEnv, ...values })
  const { options, stop } = await connected()
  expect(options).toMatchObject({ ...place, enabledTransports: ['ws', 'wss'], enableStats: false })
  stop()
})

test('hosted Pusher uses its cluster', async () => {
  setEnv({ ...testEnv, realtime: { key: 'k', cluster: 'eu' } })
  const { options, stop } = await connected()
  expect(options).toMatchObject({ cluster: 'eu', forceTLS: true })
  expect(options).not.toHaveProperty('wsHost')
  stop()
})

function authorised(options: Options): Promise<unknown> {
  const authorization = options.channelAuthorization
  if (!authorization || !('customHandler' in authorization)) throw new Error('no handler')
  return new Promise((done) => {
    authorization.customHandler({ socketId: '1.2', channelName: 'private-team-tm_1' }, (error, data) =>
      done(error ?? data),
    )
  })
}

test('the API authorises channels with the session token', async () => {
  storeSession('t0ken', {})
  const requests = mockRoute(realtimeRoutes.authorise, () => ({ auth: 'key:signature' }))
  const { options, stop } = await connected()
  expect(await authorised(options)).toEqual({ auth: 'key:signature' })
  expect(requests[0]?.body).toEqual({ socket_id: '1.2', channel_name: 'private-team-tm_1' })
  expect(requests[0]?.headers.get('authorization')).toBe('Bearer t0ken')
  stop()
})

test('a rejected authorisation reaches pusher-js and keeps the session', async () => {
  storeSession('t0ken', {})
  mockRoute(realtimeRoutes.authorise, () => errorReply(403, 'You don’t have access to this channel'))
  const { options, stop } = await connected()
  expect(await authorised(options)).toBeInstanceOf(Error)
  expect(document.cookie).toContain('authTokens')
  stop()
})

test('channel events are passed on, internal events are not', async () => {
  const { emit, onEvent, stop } = await connected()
  emit('pusher:subscription_succeeded')
  emit('counts-changed', {})
  emit('pusher:subscription_error', { status: 403 })
  expect(onEvent).toHaveBeenCalledExactlyOnceWith('counts-changed', {})
  stop()
})

test('all listeners share one connection, which closes with the last of them', async () => {
  const first = await connected('one')
  const second = await connected('two')
  expect(connections).toHaveLength(1)
  first.stop()
  first.stop()
  expect(connections[0]?.isOpen).toBe(true)
  second.stop()
  await vi.waitFor(() => expect(connections[0]?.isOpen).toBe(false))
  const third = await connected('one')
  expect(connections).toHaveLength(2)
  third.stop()
})

test('the last listener unsubscribes before the connection closes', async () => {
  const first = await connected('one')
  const second = await connected('two')
  first.stop()
  second.stop()
  await vi.waitFor(() => expect(connections[0]?.isOpen).toBe(false))
  expect(connections[0]).toMatchObject({ sent: ['one', 'two'], late: [] })
})

test('onLive reports when the channel connects, disconnects and reconnects', async () => {
  const { emit, onLive, watchers, stop } = await connected('one')
  expect(onLive).not.toHaveBeenCalled()
  emit('pusher:subscription_succeeded')
  for (const notify of watchers) notify({ current: 'connecting' })
  emit('pusher:subscription_succeeded')
  expect(onLive.mock.calls).toEqual([[true], [false], [true]])
  stop()
  expect(watchers.size).toBe(0)
})
