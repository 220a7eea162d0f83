import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listenTestApp } from '#api/test/harness/listening-app.ts'
import { installTracer } from '#api/tracing/active-span.ts'
import { RecordedSpan } from '#api/tracing/adapters/recorded-span.ts'
import type { SpanRecord } from '#api/tracing/adapters/span-record.ts'

const ended: SpanRecord[] = []
let app: Awaited<ReturnType<typeof listenTestApp>>

beforeAll(async () => {
  installTracer({
    isSampled: () => true,
    start: (name, options) => new RecordedSpan(name, options, (record) => void ended.push(record)),
    recordBrowserSpan: () => undefined,
    stop: () => Promise.resolve(),
  })
  app = await listenTestApp()
})
afterAll(async () => {
  installTracer(undefined)
  await app.close()
})

const spansOf = (route: string) => ended.filter(({ name }) => name === route)

test('the span of a request whose caller goes away ends, as aborted', async () => {
  const socket = connect(app.port, '127.0.0.1')
  await once(socket, 'connect')
  // The body never arrives.
  socket.write(
    'POST /api/auth/forgot-password HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{',
  )
  await new Promise((resolve) => {
    setTimeout(resolve, 300)
  })
  socket.destroy()
  const failures = () =>
    spansOf('POST /api/auth/forgot-password').map(({ attributes }) => attributes['error.type'])
  await expect.poll(failures, { timeout: 5000 }).toEqual(['aborted'])
})

test('the span of a completed request ends once, with the status', async () => {
  const response = await fetch(`http://127.0.0.1:${app.port}/api/auth/sign-up`)
  expect(response.status).toBe(200)
  await response.text()
  await expect.poll(() => spansOf('GET /api/auth/sign-up')).toHaveLength(1)
  const [span] = spansOf('GET /api/auth/sign-up')
  expect(span?.attributes).toMatchObject({ 'http.response.status_code': 200 })
  expect(span?.attributes).not.toHaveProperty('error.type')
})
