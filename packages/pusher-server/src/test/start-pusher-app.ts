import Fastify from 'fastify'
import { pino } from 'pino'
import { createPusherServer, type PusherServerOptions } from '../create-pusher-server.ts'
import { createTestClients } from './test-clients.ts'

export const testApp = { appId: '3', key: 'test-key', secret: 'test-secret-of-no-value' }

/** A Fastify app that serves the protocol, with the official clients connected to it. */
export async function startPusherApp({
  port: requestedPort = 0,
  ...options
}: Partial<PusherServerOptions> & { port?: number } = {}) {
  const app = Fastify()
  const pusherServer = createPusherServer({ app: testApp, logger: pino({ level: 'silent' }), ...options })
  pusherServer.attach(app)
  await app.listen({ host: '127.0.0.1', port: requestedPort })
  const port = Number(new URL(app.listeningOrigin).port)
  const { disconnect, ...clients } = createTestClients(testApp, port)
  return {
    ...clients,
    app,
    pusherServer,
    port,
    keys: testApp,
    async close() {
      disconnect()
      await app.close()
    },
  }
}

export type PusherTestApp = Awaited<ReturnType<typeof startPusherApp>>
