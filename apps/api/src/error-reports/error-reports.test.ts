import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { expandProduct } from '@terrace/contracts/product'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDatabase } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import { createJobScheduler } from '#api/jobs/scheduled-jobs.ts'
import { addCursor, recordEvents } from '#api/outbox/outbox.repo.ts'
import { startTelemetry, type Telemetry } from '#api/telemetry.ts'
import { collectJobHandlers } from '#api/test/fakes/job-handlers.ts'
import { collectTraces, type OtlpCollector } from '#api/test/fakes/telemetry/otlp-collector.ts'
import { receiveErrors, type SentryServer } from '#api/test/fakes/telemetry/sentry-server.ts'
import { buildTestApp, type TestApp } from '#api/test/harness/build-test-app.ts'

let server: SentryServer
let collector: OtlpCollector
let telemetry: Telemetry
let app: TestApp
beforeAll(async () => {
  ;[server, collector] = [await receiveErrors(), await collectTraces()]
  const traces = { endpoint: collector.url, headers: {}, serviceName: 'terrace', ratio: 1 }
  telemetry = await startTelemetry({ production: true, telemetry: { sentryDsn: server.dsn, traces } })
  app = await buildTestApp({ log: () => undefined })
})
afterAll(async () => {
  await telemetry.stop()
  await app.close()
  await Promise.all([server.close(), collector.close()])
})

/** The reported event with this text of the log. */
async function eventOf(message: string) {
  await expect.poll(() => server.events.map((event) => event.message)).toContain(message)
  const event = server.events.find((one) => one.message === message)
  if (!event) throw new Error('no event')
  return event
}

test('an unexpected error of a request is reported with its trace, release and place, and without personal data', async () => {
  const { token } = await app.addBuyer()
  const cause = new Error('key (email)=(ottoline.q@post.example) already exists')
  const bug = new TypeError('cannot read "Quillfeather"', { cause })
  vi.spyOn(app.deps.lists, 'get').mockRejectedValueOnce(bug)
  const response = await app.app.inject({
    method: catalogueRoutes.menu.method,
    url: `/api${expandProduct(catalogueRoutes.menu.path, app.deps.config.product)}?name=Ottoline`,
    headers: { authorization: `Bearer ${token}` },
    payload: {},
  })
  expect(response.statusCode).toBe(500)
  const event = await eventOf('request failed')
  expect(event).toMatchObject({ release: 'terrace@0.1.0', environment: 'production' })
  expect(event.exception.values.map(({ type, value }) => `${type}: ${value}`)).toEqual([
    'Error: key (email)=([value]) already exists',
    'TypeError: cannot read "[value]"',
  ])
  const frames = event.exception.values.at(-1)?.stacktrace?.frames ?? []
  expect(frames.at(-1)?.filename).toBe('apps/api/src/error-reports/error-reports.test.ts')
  expect(event.tags['request_id']).toBe(response.json().request_id)
  expect(event.contexts?.trace?.trace_id).toMatch(/^[\da-f]{32}$/)
  expect(server.received.join('')).not.toMatch(/ottoline|quillfeather|post\.example/i)
  expect(server.received.join('')).not.toContain(token)
})

test('a failing subscriber of the outbox is reported by its name', async () => {
  app.deps.outbox.subscribe({
    name: 'fails-here',
    topics: ['account.approved'],
    handle: () => Promise.reject(new Error('subscriber has a bug')),
  })
  await addCursor(app.db, 'fails-here')
  await inTransaction(app.db, (tx) =>
    recordEvents(tx, [{ topic: 'account.approved', subject: 'usr_x', payload: { accountId: 'usr_x' } }]),
  )
  await app.deps.outbox.drain()
  const event = await eventOf('outbox subscriber failed')
  expect(event.tags).toMatchObject({ subscriber: 'fails-here' })
})

test('a failing scheduled job is reported by its name', async () => {
  const { db } = openDatabase({ url: 'postgres://terrace@127.0.0.1:1/terrace', poolSize: 1 })
  const jobs = collectJobHandlers()
  await createJobScheduler({ ...app.deps, db, boss: jobs.boss }).start()
  await expect(jobs.run('purge-outbox')).rejects.toThrow('ECONNREFUSED')
  const event = await eventOf('scheduled job failed')
  expect(event.tags).toMatchObject({ job: 'purge-outbox' })
})

test('what is refused or unavailable is not reported', async () => {
  const before = server.events.length
  await app.app.inject({ method: 'POST', url: '/api/auth/login', payload: { username: 'x' } })
  await app.app.inject('/api/settings/trade/info')
  await app.app.inject('/api/nowhere')
  expect(server.events.length).toBe(before)
})

test('the latest errors of a process are shown to a caller who may read its metrics', async () => {
  app.deps.logger.error({ err: new Error('a bug') }, 'this was unexpected')
  const { errors } = (await app.app.inject('/health/errors')).json() as { errors: { message: string }[] }
  expect(errors.map(({ message }) => message)).toContain('this was unexpected')
  const stranger = await app.app.inject({ url: '/health/errors', remoteAddress: '203.0.113.5' })
  expect(stranger.statusCode).toBe(404)
})
