import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import Fastify, { type FastifyInstance } from 'fastify'
import { WebSocket } from 'ws'
import { createPusherServer, type PusherServerOptions } from '../create-pusher-server.ts'

let server: FastifyInstance | undefined
afterEach(() => server?.close())

async function serve(isOriginAllowed?: PusherServerOptions['isOriginAllowed']): Promise<string> {
  server = Fastify()
  const app = { appId: '1', key: 'k', secret: 's' }
  createPusherServer({
    app,
    logger: pino({ level: 'silent' }),
    ...(isOriginAllowed && { isOriginAllowed }),
  }).attach(server)
  await server.listen({ host: '127.0.0.1', port: 0 })
  return `${server.listeningOrigin.replace('http', 'ws')}/app/k?protocol=7`
}

/** The first event, and the code with which the server closes the socket; `null` while it is open. */
function connect(url: string, origin?: string): Promise<{ event: string; closed: number | null }> {
  const socket = new WebSocket(url, origin === undefined ? {} : { origin })
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.once('message', (data: Buffer) => {
      const { event } = JSON.parse(data.toString()) as { event: string }
      if (event === 'pusher:connection_established') {
        resolve({ event, closed: null })
        socket.terminate()
      } else socket.once('close', (closed) => resolve({ event, closed }))
    })
  })
}

const open = { event: 'pusher:connection_established', closed: null }
const refused = { event: 'pusher:error', closed: 4009 }

test('pages of other origins are refused, clients outside browsers are not asked', async () => {
  const url = await serve(async (origin) => origin === 'https://desk.example')
  expect(await connect(url, 'https://desk.example')).toEqual(open)
  expect(await connect(url, 'https://evil.example')).toEqual(refused)
  expect(await connect(url, 'null')).toEqual(refused)
  expect(await connect(url)).toEqual(open)
})

test('an origin that cannot be checked is refused', async () => {
  const url = await serve(() => Promise.reject(new Error('no database')))
  expect(await connect(url, 'https://desk.example')).toEqual(refused)
})

test('without a rule, every origin may connect', async () => {
  expect(await connect(await serve(), 'https://anywhere.example')).toEqual(open)
})
