import type { QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { earliestClockOffset } from '#web/lib/clock-offset.ts'
import { waitUntilVisible } from '#web/lib/wait-until-visible.ts'
import { trackedKey } from './tracked-key.ts'

/**
 * Returns a handler for tracking updates: refetches the list and, once the tab is visible, shows alerts newer than
 * the page load.
 */
export function useAlerts(queryClient: QueryClient): () => void {
  const [checkAlerts] = useState(createAlertChecker)
  return () => {
    void queryClient.invalidateQueries({ queryKey: [trackedKey] })
    checkAlerts()
  }
}

function createAlertChecker(): () => void {
  const openedAt = Date.now()
  let notifier: Promise<() => Promise<void>> | undefined

  async function load(): Promise<() => Promise<void>> {
    const { createAlertNotifier } = await import('./alert-notifier.ts')
    // The estimated offset can be half a second too large, and an alert just after opening would be missed.
    return createAlertNotifier(new Date(openedAt + earliestClockOffset()))
  }

  async function notify(): Promise<void> {
    await waitUntilVisible()
    notifier ??= load()
    try {
      await (
        await notifier
      )()
    } catch (error) {
      // The chunk failed to load; the next update retries.
      notifier = undefined
      console.error('Failed to load alerts:', error)
    }
  }

  return () => void notify()
}
