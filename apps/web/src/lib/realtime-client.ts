import { realtimeRoutes } from '@terrace/contracts/realtime'
import type Pusher from 'pusher-js'
import type { ChannelAuthorizationCallback, Options } from 'pusher-js'
import { call } from './api-client.ts'
import { env } from './env.ts'

/** Spec §9, in milliseconds. */
const timings = { activityTimeout: 120_000, pongTimeout: 30_000, unavailableTimeout: 10_000 }

export interface ChannelListener {
  onEvent(event: string, data: unknown): void
  /**
   * Whether the channel is heard, each time that this changes. Until it is, one has to ask; and once more when it is, for
   * the first time as after a lost connection: what happened before was not heard.
   */
  onLive?(isLive: boolean): void
}

let connection: Promise<Pusher | undefined> | undefined
let listeners = 0

/**
 * Listens to a channel until the returned function is called; one listener a channel. The library comes with the first
 * listener and the connection ends with the last. Events are hints: without a connection nothing is heard, and nothing
 * else happens, so whoever listens also asks in other ways.
 */
export function listen(channelName: string, listener: ChannelListener): () => void {
  let isStopped = false
  let leave: (() => void) | undefined
  listeners += 1
  connection ??= connect()
  const opening = connection

  async function enter(): Promise<void> {
    const pusher = await opening
    // The library's file could not be had: the next listener tries again.
    if (pusher === undefined && connection === opening) connection = undefined
    if (pusher && !isStopped) leave = join(pusher, channelName, listener)
  }

  async function end(): Promise<void> {
    const pusher = await opening
    // The library sends in a turn of its own: what it was told before would go into a closed socket.
    setTimeout(() => pusher?.disconnect())
  }

  void enter()
  return () => {
    if (isStopped) return
    isStopped = true
    leave?.()
    listeners -= 1
    if (listeners > 0) return
    connection = undefined
    void end()
  }
}

function join(pusher: Pusher, channelName: string, { onEvent, onLive }: ChannelListener): () => void {
  const channel = pusher.subscribe(channelName)
  const onState = ({ current }: { current: string }) => {
    if (current !== 'connected') onLive?.(false)
  }
  function hear(event: string, data: unknown) {
    if (event === 'pusher:subscription_succeeded') onLive?.(true)
    else if (!event.startsWith('pusher:')) onEvent(event, data)
  }
  channel.bind_global(hear)
  pusher.connection.bind('state_change', onState)
  return () => {
    channel.unbind_global(hear)
    pusher.connection.unbind('state_change', onState)
    pusher.unsubscribe(channelName)
  }
}

async function connect(): Promise<Pusher | undefined> {
  let library: typeof import('pusher-js')
  try {
    library = await import('pusher-js')
  } catch (error) {
    console.error('No live news:', error)
    return undefined
  }
  return new library.default(env().realtime.key, {
    ...timings,
    ...whereTo(),
    // Only sockets: the library's other ways would load scripts from elsewhere.
    enabledTransports: ['ws', 'wss'],
    enableStats: false,
    channelAuthorization: { customHandler: (request, done) => void authorise(request, done) },
  })
}

/** Hosted by its cluster; else our own endpoint, where the API is. */
function whereTo(): Pick<Options, 'cluster' | 'wsHost' | 'wsPort' | 'wssPort' | 'forceTLS'> {
  const { api_base, realtime } = env()
  if (realtime.cluster !== undefined) return { cluster: realtime.cluster, forceTLS: true }
  const url = new URL(realtime.origin ?? api_base, location.href)
  const isSecure = url.protocol === 'https:'
  const port = Number(url.port || (isSecure ? 443 : 80))
  // The library wants a cluster even where it does not use one.
  return { cluster: 'own', wsHost: url.hostname, wsPort: port, wssPort: port, forceTLS: isSecure }
}

async function authorise(
  { socketId, channelName }: { socketId: string; channelName: string },
  done: ChannelAuthorizationCallback,
): Promise<void> {
  try {
    const body = { socket_id: socketId, channel_name: channelName }
    const { auth, channel_data } = await call(realtimeRoutes.authorise, { body })
    done(null, { auth, ...(channel_data !== undefined && { channel_data }) })
  } catch (error) {
    done(error instanceof Error ? error : new Error(String(error)), null)
  }
}
