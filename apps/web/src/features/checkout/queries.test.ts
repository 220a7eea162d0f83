import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { checkoutRoutes, type WireAttempt } from '@terrace/contracts/checkout'
import { expect, test, vi } from 'vitest'
import { mockRoute } from '#web/test/mock-api.ts'
import { useTestEnv } from '#web/test/test-env.ts'
import { attemptQuery } from './queries.ts'

test('an attempt is polled until it reaches a final status', async () => {
  useTestEnv()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const statuses: WireAttempt['status'][] = ['processing', 'requires_action', 'confirmed']
  let responseCount = 0
  const requests = mockRoute(checkoutRoutes.attempt, () => {
    const status = statuses[responseCount] ?? 'confirmed'
    responseCount += 1
    return { data: { status, attempt_id: 'att_1' } }
  })
  const observer = new QueryObserver(new QueryClient(), attemptQuery('att_1'))
  const seen: (string | undefined)[] = []
  const stop = observer.subscribe(({ data }) => void seen.push(data?.status))
  for (const status of statuses) {
    await vi.waitFor(() => expect(seen.at(-1)).toBe(status))
    vi.advanceTimersByTime(1500)
  }
  vi.advanceTimersByTime(60_000)
  stop()
  expect(requests).toHaveLength(3)
})
