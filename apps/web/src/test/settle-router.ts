import { act, waitFor } from '@testing-library/react'
import { afterEach, expect, vi } from 'vitest'

interface Router {
  state: { status: 'pending' | 'idle' }
}

/** So long the router lets stand, once it is shown, that a page is loading. */
const pendingMs = 500

let opened: Router[] = []

/**
 * The test ends only when the page that it last led to has come. One that came later would find the browser's world gone:
 * an error that belongs to no test, and fails the whole run.
 */
export function settleAtEnd(router: Router): void {
  opened.push(router)
}

afterEach(async () => {
  const routers = opened
  opened = []
  const states = () => routers.map(({ state }) => state.status)
  // What waits for a clock of the test's own would wait for ever without it.
  if (vi.isFakeTimers() && states().includes('pending')) {
    await act(() => vi.advanceTimersByTimeAsync(pendingMs))
  }
  vi.useRealTimers()
  await waitFor(() => expect(states()).not.toContain('pending'))
})
