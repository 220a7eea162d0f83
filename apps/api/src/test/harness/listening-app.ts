import { createTestClients } from '@terrace/pusher-server/test/test-clients'
import type { Config } from '#api/config/config.ts'
import { buildTestApp } from './build-test-app.ts'

export type { TestSocket } from '@terrace/pusher-server/test/test-socket'

/** The app of {@link buildTestApp} listening on a port, with the official Pusher clients connected to it. */
export async function listenTestApp({
  port: requestedPort = 0,
  ...options
}: { port?: number; databaseUrl?: string; config?: Partial<Config>; log?: (line: string) => void } = {}) {
  const app = await buildTestApp(options)
  await app.app.listen({ host: '127.0.0.1', port: requestedPort })
  const port = Number(new URL(app.app.listeningOrigin).port)
  const { app: keys } = app.deps.config.realtime
  if (!keys) throw new Error('The test app needs realtime keys')
  const { server, client, open, disconnect } = createTestClients(keys, port)

  return {
    ...app,
    port,
    keys,
    server,
    open,
    /** The official browser library; `token` is the session that authorises channels. */
    client: (token?: string) =>
      client({
        channelAuthorization: {
          endpoint: `http://127.0.0.1:${port}/api/realtime/auth`,
          transport: 'ajax',
          ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
        },
      }),
    async close() {
      disconnect()
      await app.close()
    },
  }
}

export type ListeningApp = Awaited<ReturnType<typeof listenTestApp>>
