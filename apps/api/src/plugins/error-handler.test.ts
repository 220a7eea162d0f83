import Fastify, { LogController, type FastifyBaseLogger } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLogger } from '#api/shared/logger.ts'
import { buildTestApp, type TestApp } from '#api/test/harness/build-test-app.ts'
import { installErrorHandler } from './error-handler.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

test.each([`/api/trade/events/${'9'.repeat(400)}`, '/api/%ZZ', '/api/nowhere'])(
  'an unknown or unreadable URL gets the usual error body: %s',
  async (address) => {
    const response = await app.app.inject(address)
    expect(response.statusCode).toBe(404)
    expect(response.json()).toEqual({
      errors: { title: 'Not found' },
      code: 'route.not_found',
      request_id: expect.any(String),
    })
  },
)

test('a client that disconnects early is logged as info, any other failure as an error', async () => {
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
    [30, 'client closed the connection before the response'],
    [50, 'request failed'],
  ])
})
