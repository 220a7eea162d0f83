import type { QueryClient } from '@tanstack/react-query'
import { checkoutDraftRoutes } from '@terrace/contracts/checkout-draft'
import { holdsRoutes } from '@terrace/contracts/holds'
import { ordersRoutes } from '@terrace/contracts/orders'
import { teamChannel, teamEvents } from '@terrace/contracts/realtime'
import { workspaceRoutes } from '@terrace/contracts/workspace'
import { useEffect, useEffectEvent } from 'react'
import { dataKeys } from '#web/lib/data-keys.ts'
import { listen } from '#web/lib/realtime-client.ts'
import { readUser } from '#web/lib/session.ts'

/** Which answers an event makes old. */
const oldAfter = new Map<string, string[]>([
  [teamEvents.countsChanged, [workspaceRoutes.counts.name, ordersRoutes.list.name]],
  [teamEvents.ordersChanged, [ordersRoutes.list.name, ordersRoutes.one.name]],
  // Which listings it was, the event's own channel tells; what of them is the team's, the totals.
  [teamEvents.holdsChanged, [holdsRoutes.list.name, dataKeys.stockTotals]],
  [teamEvents.draftChanged, [checkoutDraftRoutes.read.name]],
  // Only told on: what they make old is not known to every page.
  [teamEvents.trackingNews, []],
  [teamEvents.quotesChanged, []],
])

/**
 * What the team does elsewhere, in another tab, on another device, by a colleague, shows here at once. `onNews` hears each
 * event as well, for what is not an answer that has grown old; without data where it may only have been missed.
 */
export function useTeamNews(
  queryClient: QueryClient,
  onNews?: (event: string, data?: unknown) => void,
): void {
  const tell = useEffectEvent((event: string, data?: unknown) => onNews?.(event, data))
  useEffect(() => {
    const teamId = teamIdOf(readUser())
    if (teamId === undefined) return undefined
    const renew = (event: string) => {
      for (const name of oldAfter.get(event) ?? []) void queryClient.invalidateQueries({ queryKey: [name] })
    }
    let wasHeard = false
    return listen(teamChannel(teamId), {
      onEvent(event, data) {
        renew(event)
        tell(event, data)
      },
      // What happened before it was heard, or while it was not.
      onLive(isLive) {
        if (!isLive) return
        for (const event of oldAfter.keys()) {
          renew(event)
          // To tell takes code that every page would load for the moment between its opening and this.
          if (wasHeard) tell(event)
        }
        wasHeard = true
      },
    })
  }, [queryClient])
}

function teamIdOf(user: Record<string, unknown> | null): string | undefined {
  const team = user?.['team_data']
  if (typeof team !== 'object' || team === null || !('id' in team)) return undefined
  return typeof team.id === 'string' ? team.id : undefined
}
