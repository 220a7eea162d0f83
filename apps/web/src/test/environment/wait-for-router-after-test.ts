import { act, waitFor } from '@testing-library/react'
import { afterEach, expect, vi } from 'vitest'

interface Router {
  state: { status: 'pending' | 'idle' }
}

/** Minimum time in milliseconds for which the router shows its pending state. */
const pendingMs = 500

let opened: Router[] = []

/**
 * Waits for the last navigation of a test. One that finished later would find the DOM torn down and fail the whole
 * run.
 */
export function waitForRouterAfterTest(router: Router): void {
  opened.push(router)
}

/** Registers the waiting described above for the tests of a file. */
export function waitForRoutersAfterTests(): void {
  afterEach(waitForRouters)
}

async function waitForRouters(): Promise<void> {
  const routers = opened
  opened = []
  const states = () => routers.map(({ state }) => state.status)
  // With fake timers, the pending state would never end.
  if (vi.isFakeTimers() && states().includes('pending')) {
    await act(() => vi.advanceTimersByTimeAsync(pendingMs))
  }
  vi.useRealTimers()
  await waitFor(() => expect(states()).not.toContain('pending'))
}
