import type { QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { clockOffset } from '#web/lib/clock-offset.ts'
import { untilVisible } from '#web/lib/until-visible.ts'
import { trackedKey } from './tracked-key.ts'

/** What to do on news of tracked listings: tell what is new since the page was opened, when somebody looks at it. */
export function useAlerts(queryClient: QueryClient): () => void {
  const [askForAlerts] = useState(createAsker)
  return () => {
    void queryClient.invalidateQueries({ queryKey: [trackedKey] })
    askForAlerts()
  }
}

function createAsker(): () => void {
  const openedAt = Date.now()
  let teller: Promise<() => Promise<void>> | undefined

  async function load(): Promise<() => Promise<void>> {
    const { createAlertTeller } = await import('./alert-teller.ts')
    return createAlertTeller(new Date(openedAt + clockOffset()))
  }

  async function ask(): Promise<void> {
    await untilVisible()
    teller ??= load()
    try {
      await (
        await teller
      )()
    } catch (error) {
      // Its file could not be had: the next news tries again.
      teller = undefined
      console.error('No alerts:', error)
    }
  }

  return () => void ask()
}
