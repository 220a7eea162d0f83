import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { checkoutRoutes, type WireAttempt } from '@terrace/contracts/checkout'
import { expect, test, vi } from 'vitest'
import { answer } from '#web/test/api-server.ts'
import { useTestEnv } from '#web/test/test-env.ts'
import { attemptQuery } from './queries.ts'

test('an attempt is asked for until it is settled, and then no more', async () => {
  useTestEnv()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const statuses: WireAttempt['status'][] = ['processing', 'requires_action', 'confirmed']
  let answers = 0
  const asked = answer(checkoutRoutes.attempt, () => {
    const status = statuses[answers] ?? 'confirmed'
    answers += 1
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
  expect(asked).toHaveLength(3)
})
