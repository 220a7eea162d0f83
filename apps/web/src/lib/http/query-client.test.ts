import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, markNetworkError } from './api-error.ts'
import { createQueryClient } from './query-client.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const lostConnection = () => {
  const error = new TypeError('Failed to fetch')
  markNetworkError(error)
  return error
}

/** How often the query ran within a minute, and whether it failed. */
async function runFor(error: Error) {
  const queryFn = vi.fn<() => Promise<string>>().mockRejectedValue(error)
  const client = createQueryClient()
  const { retry } = client.getDefaultOptions().queries ?? {}
  void client.prefetchQuery({ queryKey: ['feed'], queryFn, retry })
  await vi.advanceTimersByTimeAsync(60_000)
  const hasFailed = client.getQueryState(['feed'])?.status === 'error'
  client.clear()
  return { runs: queryFn.mock.calls.length, hasFailed }
}

test.each([
  [
    'the server says that it is unavailable',
    new ApiError(503, { code: 'server.unavailable', errors: 'Later' }),
  ],
  ['a proxy has no server', new ApiError(502, {})],
  ['the connection fails', lostConnection()],
])('a query goes on while %s', async (_when, error) => {
  const { runs, hasFailed } = await runFor(error)
  expect(hasFailed).toBe(false)
  expect(runs).toBeGreaterThan(9)
})

test.each([
  ['a bug', new TypeError('x is undefined'), 3],
  ['another failure of the server', new ApiError(500, { errors: 'Something went wrong!' }), 3],
  [
    'a provider that does not respond',
    new ApiError(503, { code: 'payments.unavailable', errors: 'Later' }),
    3,
  ],
  ['a rejected request', new ApiError(422, { errors: 'No such event' }), 1],
  [
    'a limit that lasts',
    new ApiError(429, { code: 'checkout.too_many_declines', errors: 'Try again in 4 minutes' }),
    1,
  ],
  ['too many requests', new ApiError(429, { code: 'rate.limited', errors: 'Too many requests' }), 3],
])('%s is not repeated forever', async (_what, error, runs) => {
  expect(await runFor(error)).toEqual({ runs, hasFailed: true })
})

test('a query waits as long as the server asks for', async () => {
  const error = new ApiError(503, { code: 'server.unavailable' }, { retryAfter: '40' })
  expect((await runFor(error)).runs).toBeLessThanOrEqual(3)
})
