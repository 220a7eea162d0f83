import Pusher from 'pusher'
import pusherJs, { type Options } from 'pusher-js'
import type { PusherApp } from '../pusher-app.ts'
import { openSocket, type TestSocket } from './test-socket.ts'

export type PusherClient = InstanceType<typeof pusherJs.default>
// The types declare the class under `default`, but in Node the module itself is the class.
const PusherClient = pusherJs as unknown as typeof pusherJs.default

/** The official clients, unmodified, and bare sockets, all connected to one local port. */
export function createTestClients(app: PusherApp, port: number) {
  const clients: PusherClient[] = []
  const sockets: TestSocket[] = []
  return {
    /** The official server library. */
    server: (values: Partial<PusherApp> & { encryptionMasterKeyBase64?: string } = {}) =>
      new Pusher({ ...app, ...values, host: '127.0.0.1', port: String(port), useTLS: false }),
    /** The official browser library. */
    client(options: Partial<Options> = {}) {
      const client = new PusherClient(app.key, {
        cluster: 'local',
        wsHost: '127.0.0.1',
        wsPort: port,
        forceTLS: false,
        enabledTransports: ['ws'],
        enableStats: false,
        ...options,
      })
      clients.push(client)
      return client
    },
    open(path = `/app/${app.key}?protocol=7&client=js&version=8.6.0&flash=false`) {
      const socket = openSocket(`ws://127.0.0.1:${port}${path}`)
      sockets.push(socket)
      return socket
    },
    disconnect() {
      for (const client of clients) client.disconnect()
      for (const { socket } of sockets) socket.terminate()
    },
  }
}
