import Fastify from 'fastify'
import { freePort } from '../../tools/launch/processes/ports.ts'
import { serve } from '../worker.ts'

export interface ConstantJob {
  body: string
}

/** Plain Fastify that responds to every request with one text; returns its port. */
serve(async ({ body }: ConstantJob) => {
  const app = Fastify()
  app.get('/*', (_request, reply) => reply.type('application/json; charset=utf-8').send(body))
  const port = await freePort()
  await app.listen({ host: '127.0.0.1', port })
  return port
})
