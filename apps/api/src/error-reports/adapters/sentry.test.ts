import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { receiveErrors } from '#api/test/fakes/telemetry/sentry-server.ts'
import { createSentryReporter } from './sentry.ts'

test('a report does not follow the service to another address', async () => {
  const other = await receiveErrors()
  onTestFinished(() => other.close())
  let redirects = 0
  const moved = createServer((request, response) => {
    redirects += 1
    // `fetch` never follows to an address with a user name.
    const location = `http://${new URL(other.dsn).host}${request.url}`
    response.writeHead(307, { location }).end()
  })
  await new Promise<void>((resolve) => moved.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void moved.close())
  const address = moved.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  const dsn = new URL(other.dsn)
  dsn.port = String(address.port)
  const reporter = createSentryReporter({ dsn: dsn.href, release: 'test', environment: 'test' })
  reporter.report({
    at: new Date().toISOString(),
    message: 'request failed',
    type: 'TypeError',
    detail: 'x',
    frames: [],
  })
  await reporter.stop()
  expect([redirects, other.received]).toEqual([1, []])
})
