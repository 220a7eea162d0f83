import Fastify, { LogController, type FastifyBaseLogger } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLogger } from '../shared/logger.ts'
import { buildTestApp, type TestApp } from '../test/build-test-app.ts'
import { installErrorHandler } from './error-handler.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

test.each([`/api/trade/events/${'9'.repeat(400)}`, '/api/%ZZ', '/api/nowhere'])(
  'an address that leads nowhere, or cannot be read, is refused like everything else: %s',
  async (address) => {
    const answer = await app.app.inject(address)
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toEqual({
      errors: { title: 'There is nothing at this address' },
      code: 'route.not_found',
      request_id: expect.any(String),
    })
  },
)

test('who leaves before the end of an answer is no failure of ours, and anything else is', async () => {
  const lines: { level: number; msg: string }[] = []
  const logger: FastifyBaseLogger = createLogger('info', {
    write: (line) => void lines.push(JSON.parse(line)),
  })
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
  })
  installErrorHandler(app)
  app.get<{ Params: { code: string } }>('/:code', async ({ params }) => {
    throw Object.assign(new Error('broken off'), { code: params.code })
  })
  await app.inject('/ERR_STREAM_PREMATURE_CLOSE')
  await app.inject('/ERR_ANYTHING')
  await app.close()
  expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
    [30, 'the caller left before the answer'],
    [50, 'request failed'],
  ])
})
