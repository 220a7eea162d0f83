import Fastify from 'fastify'
import { freePort } from '../tools/launch/ports.ts'
import { serve } from './worker.ts'

export interface ConstantWish {
  body: string
}

/** Fastify and nothing else, answering every request with one text; answers the port at which it does. */
serve(async ({ body }: ConstantWish) => {
  const app = Fastify()
  app.get('/*', (_request, reply) => reply.type('application/json; charset=utf-8').send(body))
  const port = await freePort()
  await app.listen({ host: '127.0.0.1', port })
  return port
})
