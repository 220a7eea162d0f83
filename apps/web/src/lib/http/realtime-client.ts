import { realtimeRoutes } from '@terrace/contracts/realtime'
import type Pusher from 'pusher-js'
import type { ChannelAuthorizationCallback, Options } from 'pusher-js'
import { call } from './api-client.ts'
import { env } from '#web/lib/env.ts'

/** Spec §9, in milliseconds. */
const timings = { activityTimeout: 120_000, pongTimeout: 30_000, unavailableTimeout: 10_000 }

export interface ChannelListener {
  onEvent(event: string, data: unknown): void
  /**
   * Called when the channel connects or disconnects. Refetch on every connect, because events before it were missed;
   * poll while disconnected.
   */
  onLive?(isLive: boolean): void
}

let connection: Promise<Pusher | undefined> | undefined
let listeners = 0

/**
 * Subscribes to a channel until the returned function is called; one listener per channel. The library loads with the
 * first listener and the connection closes with the last. Delivery is best effort, so callers also refetch in other
 * ways.
 */
export function listen(channelName: string, listener: ChannelListener): () => void {
  let isStopped = false
  let unsubscribe: (() => void) | undefined
  listeners += 1
  connection ??= connect()
  const opening = connection

  async function start(): Promise<void> {
    const pusher = await opening
    // The library failed to load; let the next listener try again.
    if (pusher === undefined && connection === opening) connection = undefined
    if (pusher && !isStopped) unsubscribe = subscribe(pusher, channelName, listener)
  }

  async function end(): Promise<void> {
    const pusher = await opening
    // The library sends asynchronously; wait until pending frames are out.
    setTimeout(() => pusher?.disconnect())
  }

  void start()
  return () => {
    if (isStopped) return
    isStopped = true
    unsubscribe?.()
    listeners -= 1
    if (listeners > 0) return
    connection = undefined
    void end()
  }
}

function subscribe(pusher: Pusher, channelName: string, { onEvent, onLive }: ChannelListener): () => void {
  const channel = pusher.subscribe(channelName)
  const onState = ({ current }: { current: string }) => {
    if (current !== 'connected') onLive?.(false)
  }
  function handleEvent(event: string, data: unknown) {
    if (event === 'pusher:subscription_succeeded') onLive?.(true)
    else if (!event.startsWith('pusher:')) onEvent(event, data)
  }
  channel.bind_global(handleEvent)
  pusher.connection.bind('state_change', onState)
  return () => {
    channel.unbind_global(handleEvent)
    pusher.connection.unbind('state_change', onState)
    pusher.unsubscribe(channelName)
  }
}

async function connect(): Promise<Pusher | undefined> {
  let library: typeof import('pusher-js')
  try {
    library = await import('pusher-js')
  } catch (error) {
    console.error('Live updates are unavailable:', error)
    return undefined
  }
  return new library.default(env().realtime.key, {
    ...timings,
    ...connectionOptions(),
    // WebSockets only: the library's other transports would load third-party scripts.
    enabledTransports: ['ws', 'wss'],
    enableStats: false,
    channelAuthorization: { customHandler: (request, done) => void authorise(request, done) },
  })
}

/** Hosted Pusher by its cluster, or our own endpoint on the API's host. */
function connectionOptions(): Pick<Options, 'cluster' | 'wsHost' | 'wsPort' | 'wssPort' | 'forceTLS'> {
  const { api_base, realtime } = env()
  if (realtime.cluster !== undefined) return { cluster: realtime.cluster, forceTLS: true }
  const url = new URL(realtime.origin ?? api_base, location.href)
  const isSecure = url.protocol === 'https:'
  const port = Number(url.port || (isSecure ? 443 : 80))
  // The library requires a cluster even when it does not use one.
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
