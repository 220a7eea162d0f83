import Fastify, { type FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { installRequestLog } from './request-log.ts'

test('one answered request is one line, with what was asked and how it ended, and never with the token', async () => {
  const lines: string[] = []
  const logger: FastifyBaseLogger = pino({}, { write: (line: string) => void lines.push(line) })
  const app = Fastify({ loggerInstance: logger, disableRequestLogging: true })
  installRequestLog(app)
  app.get('/teapot', (_request, reply) => reply.code(418).send('short and stout'))
  await app.inject({ url: '/teapot?full=1', headers: { authorization: 'Bearer secret-token' } })
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    msg: 'request completed',
    req: { method: 'GET', url: '/teapot?full=1' },
    res: { statusCode: 418 },
    responseTime: expect.any(Number),
  })
  expect(lines[0]).not.toContain('secret-token')
})
