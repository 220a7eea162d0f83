import { realtimeRoutes } from '@terrace/contracts/realtime'
import type { Options } from 'pusher-js'
import { beforeEach, expect, test, vi } from 'vitest'
import { answer, fail } from '#web/test/api-server.ts'
import { testEnv } from '#web/test/test-env.ts'
import { setEnv } from './env.ts'
import { listen } from './realtime-client.ts'
import { storeSession } from './session.ts'

vi.unmock('#web/lib/realtime-client.ts')

type Hear = (event: string, data?: unknown) => void

/** In place of the library, which is tried against the real server by the API's tests: notes what it is asked to do. */
const { made, FakePusher } = vi.hoisted(() => {
  const made: {
    key: string
    options: Options
    channels: Map<string, Hear>
    isOpen: boolean
    /** Frames that went out, and those that came too late. */
    sent: string[]
    late: string[]
    /** Who hears how the connection is. */
    watchers: Set<(change: { current: string }) => void>
    bind: (event: 'state_change', watcher: (change: { current: string }) => void) => void
    unbind: (event: 'state_change', watcher: (change: { current: string }) => void) => void
  }[] = []
  class FakePusher {
    connection: (typeof made)[number]
    constructor(key: string, options: Options) {
      const watchers: (typeof made)[number]['watchers'] = new Set()
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
      made.push(this.connection)
    }
    subscribe(name: string) {
      return {
        bind_global: (hear: Hear) => this.connection.channels.set(name, hear),
        unbind_global: () => undefined,
      }
    }
    unsubscribe(name: string) {
      this.connection.channels.delete(name)
      // As the library does: a frame goes out in a turn of its own.
      setTimeout(() => (this.connection.isOpen ? this.connection.sent : this.connection.late).push(name))
    }
    disconnect() {
      this.connection.isOpen = false
    }
  }
  return { made, FakePusher }
})
vi.mock('pusher-js', () => ({ default: FakePusher }))

beforeEach(() => {
  made.length = 0
  setEnv(testEnv)
})

/** Listens, and gives what the library was told once it is there. */
async function connected(channel = 'private-team-tm_1') {
  const onEvent = vi.fn<(event: string, data: unknown) => void>()
  const onLive = vi.fn<(isLive: boolean) => void>()
  const stop = listen(channel, { onEvent, onLive })
  await vi.waitFor(() => expect(made.at(-1)?.channels.has(channel)).toBe(true))
  const last = made.at(-1)
  const hear = last?.channels.get(channel)
  if (!last || !hear) throw new Error(`nothing was connected to ${channel}`)
  const { key, options, watchers } = last
  return { key, options, onEvent, onLive, watchers, stop, hear }
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
])('our own sockets are where the API is, or where the configuration says: %o', async (values, place) => {
  setEnv({ ...testEnv, ...values })
  const { options, stop } = await connected()
  expect(options).toMatchObject({ ...place, enabledTransports: ['ws', 'wss'], enableStats: false })
  stop()
})

test('hosted Pusher is found by its cluster', async () => {
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

test('a channel is authorised by the API, in the name of the session', async () => {
  storeSession('t0ken', {})
  const requests = answer(realtimeRoutes.authorise, () => ({ auth: 'key:signature' }))
  const { options, stop } = await connected()
  expect(await authorised(options)).toEqual({ auth: 'key:signature' })
  expect(requests[0]?.body).toEqual({ socket_id: '1.2', channel_name: 'private-team-tm_1' })
  expect(requests[0]?.headers.get('authorization')).toBe('Bearer t0ken')
  stop()
})

test('a refusal reaches the library, and signs nobody out', async () => {
  storeSession('t0ken', {})
  answer(realtimeRoutes.authorise, () => fail(403, 'You may not listen to this channel'))
  const { options, stop } = await connected()
  expect(await authorised(options)).toBeInstanceOf(Error)
  expect(document.cookie).toContain('authTokens')
  stop()
})

test('events are passed on, the library’s own are not', async () => {
  const { hear, onEvent, stop } = await connected()
  hear('pusher:subscription_succeeded')
  hear('counts-changed', {})
  hear('pusher:subscription_error', { status: 403 })
  expect(onEvent).toHaveBeenCalledExactlyOnceWith('counts-changed', {})
  stop()
})

test('all listeners share one connection, which ends with the last of them', async () => {
  const first = await connected('one')
  const second = await connected('two')
  expect(made).toHaveLength(1)
  first.stop()
  first.stop()
  expect(made[0]?.isOpen).toBe(true)
  second.stop()
  await vi.waitFor(() => expect(made[0]?.isOpen).toBe(false))
  const third = await connected('one')
  expect(made).toHaveLength(2)
  third.stop()
})

test('whoever stops last is taken leave of before the connection is closed: nothing is sent into a closed one', async () => {
  const first = await connected('one')
  const second = await connected('two')
  first.stop()
  second.stop()
  await vi.waitFor(() => expect(made[0]?.isOpen).toBe(false))
  expect(made[0]).toMatchObject({ sent: ['one', 'two'], late: [] })
})

test('who listens is told when the channel is heard, when it is not, and when it is again', async () => {
  const { hear, onLive, watchers, stop } = await connected('one')
  expect(onLive).not.toHaveBeenCalled()
  hear('pusher:subscription_succeeded')
  for (const tell of watchers) tell({ current: 'connecting' })
  hear('pusher:subscription_succeeded')
  expect(onLive.mock.calls).toEqual([[true], [false], [true]])
  stop()
  expect(watchers.size).toBe(0)
})
