import Pusher from 'pusher'
import pusherJs from 'pusher-js'
import { WebSocket } from 'ws'
import type { Config } from '../config.ts'
import { buildTestApp } from './build-test-app.ts'

export type PusherClient = InstanceType<typeof pusherJs.default>
// Its types put the class under `default`, where a bundler finds it; in Node it is the module itself.
const PusherClient = pusherJs as unknown as typeof pusherJs.default

/** The app of {@link buildTestApp} on a port of its own, with the official libraries beside it, unmodified. */
export async function listenTestApp({
  port: wanted = 0,
  ...options
}: { port?: number; databaseUrl?: string; config?: Partial<Config>; log?: (line: string) => void } = {}) {
  const app = await buildTestApp(options)
  await app.app.listen({ host: '127.0.0.1', port: wanted })
  const { port } = new URL(app.app.listeningOrigin)
  const { app: keys } = app.deps.config.realtime
  if (!keys) throw new Error('the test app has keys of its own')
  const clients: PusherClient[] = []
  const sockets: TestSocket[] = []

  return {
    ...app,
    port: Number(port),
    keys,
    /** The official server library, pointed at us. */
    server: (values: Partial<{ key: string; secret: string; appId: string }> = {}) =>
      new Pusher({ ...keys, ...values, host: '127.0.0.1', port, useTLS: false }),
    /** The official browser library as the browser uses it; `token` is the session that authorises channels. */
    client(token?: string) {
      const client = new PusherClient(keys.key, {
        cluster: 'local',
        wsHost: '127.0.0.1',
        wsPort: Number(port),
        forceTLS: false,
        enabledTransports: ['ws'],
        enableStats: false,
        channelAuthorization: {
          endpoint: `http://127.0.0.1:${port}/api/realtime/auth`,
          transport: 'ajax',
          ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
        },
      })
      clients.push(client)
      return client
    },
    /** A bare socket, for what a library would never send. */
    open(path = `/app/${keys.key}?protocol=7&client=js&version=8.6.0&flash=false`) {
      const socket = openSocket(`ws://127.0.0.1:${port}${path}`)
      sockets.push(socket)
      return socket
    },
    async close() {
      for (const client of clients) client.disconnect()
      for (const socket of sockets) socket.socket.terminate()
      await app.close()
    },
  }
}

export type ListeningApp = Awaited<ReturnType<typeof listenTestApp>>

interface Frame {
  event: string
  channel?: string
  data?: unknown
  user_id?: string
}

export type TestSocket = ReturnType<typeof openSocket>

export function openSocket(url: string) {
  const socket = new WebSocket(url)
  const frames: Frame[] = []
  const waiting = new Set<() => void>()
  const wake = () => {
    for (const look of waiting) look()
  }
  socket.on('error', () => undefined)
  socket.on('message', (data: Buffer) => {
    // The server's own frames; what is wrong with one shows in the test that reads it.
    frames.push(JSON.parse(data.toString()) as Frame)
    wake()
  })
  const closed = new Promise<number>((done) => {
    socket.once('close', (code) => done(code))
  })

  /** The next frame of the event that has not been taken yet. */
  function next(event: string): Promise<Frame> {
    return new Promise((done) => {
      function look() {
        const at = frames.findIndex((frame) => frame.event === event)
        if (at === -1) return
        waiting.delete(look)
        done(frames.splice(at, 1)[0] as Frame)
      }
      waiting.add(look)
      look()
    })
  }

  return {
    socket,
    /** Frames that no {@link next} has taken. */
    frames,
    next,
    /** Resolves with the close code. */
    closed,
    send: (frame: unknown) => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame)),
    /** Connects; answers the socket id. */
    async greeted(): Promise<string> {
      const { data } = await next('pusher:connection_established')
      // A test on the greeting looks at its shape.
      return (JSON.parse(String(data)) as { socket_id: string }).socket_id
    },
    /** A ping and its pong: everything sent before has been handled by then. */
    async settled(): Promise<void> {
      socket.send('{"event":"pusher:ping","data":{}}')
      await next('pusher:pong')
    },
  }
}
