import Fastify, { type FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { installDraining, type Draining } from './draining.ts'
import { installErrorHandler } from './error-handler.ts'

/** A listening server with a request that ends when told to, and a close that waits for its last hook. */
async function serve() {
  const app: FastifyInstance = Fastify({ return503OnClosing: false })
  installErrorHandler(app)
  const draining: Draining = installDraining(app)
  const paid = Promise.withResolvers<string>()
  const paying = Promise.withResolvers<void>()
  const sockets = Promise.withResolvers<void>()
  const closing = Promise.withResolvers<void>()
  app.get('/pay', async () => {
    paying.resolve()
    return paid.promise
  })
  app.get('/', async () => 'served')
  app.addHook('preClose', async () => {
    closing.resolve()
    await sockets.promise
  })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  return { app, draining, origin, paid, paying: paying.promise, sockets, closing: closing.promise }
}

test('a draining server still serves, and asks clients to connect elsewhere', async () => {
  const { app, draining, origin, sockets } = await serve()
  expect((await fetch(origin)).headers.get('connection')).not.toBe('close')
  draining.begin()
  const response = await fetch(origin)
  expect([await response.text(), response.headers.get('connection')]).toEqual(['served', 'close'])
  sockets.resolve()
  await app.close()
})

test('a running payment finishes while later requests get a 503', async () => {
  const { app, origin, paid, paying, sockets, closing } = await serve()
  const payment = fetch(`${origin}/pay`)
  await paying
  const end = app.close()
  await closing
  const late = await fetch(origin)
  expect([late.status, late.headers.get('retry-after'), await late.json()]).toEqual([
    503,
    '1',
    expect.objectContaining({ code: 'server.unavailable' }),
  ])
  sockets.resolve()
  paid.resolve('paid')
  expect(await (await payment).text()).toBe('paid')
  await end
})
