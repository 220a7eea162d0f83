import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AddressInfo } from 'node:net'
import { startTelemetry, type Telemetry } from './telemetry.ts'
import { startRootSpan } from './tracing/active-span.ts'

/** Accepts what is sent to it, and never responds. */
const collector = createServer(() => undefined)
let telemetry: Telemetry | undefined
beforeAll(() => new Promise<void>((resolve) => void collector.listen(0, '127.0.0.1', resolve)))
afterAll(async () => {
  await telemetry?.stop({ withinMs: 0 })
  collector.closeAllConnections()
  await new Promise((resolve) => void collector.close(resolve))
})

test('the process ends even if the collector of traces does not respond', async () => {
  const { port } = collector.address() as AddressInfo
  const endpoint = `http://127.0.0.1:${port}`
  telemetry = await startTelemetry({
    production: false,
    telemetry: { sentryDsn: undefined, traces: { endpoint, headers: {}, serviceName: 'terrace', ratio: 1 } },
  })
  const received = new Promise((resolve) => void collector.once('request', resolve))
  startRootSpan('work', {})?.end()
  await telemetry.stop({ withinMs: 200 })
  await received
  expect(startRootSpan('more work', {})).toBeUndefined()
})
