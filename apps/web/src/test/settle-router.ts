import { waitFor } from '@testing-library/react'
import { afterEach, expect, vi } from 'vitest'

interface Router {
  state: { status: 'pending' | 'idle' }
}

let opened: Router[] = []

/**
 * The test ends only when the page that it last led to has come. One that came later would find the browser's world gone:
 * an error that belongs to no test, and fails the whole run.
 */
export function settleAtEnd(router: Router): void {
  opened.push(router)
}

afterEach(async () => {
  vi.useRealTimers()
  const routers = opened
  opened = []
  await waitFor(() => expect(routers.map(({ state }) => state.status)).toEqual(routers.map(() => 'idle')))
})
