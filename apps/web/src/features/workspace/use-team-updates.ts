import type { QueryClient } from '@tanstack/react-query'
import { holdsRoutes } from '@terrace/contracts/holds'
import { accessChanged, teamChannel, teamEvents } from '@terrace/contracts/realtime'
import { workspaceRoutes } from '@terrace/contracts/workspace'
import { useEffect, useEffectEvent } from 'react'
import { dataKeys, routeKeys } from '#web/lib/data-keys.ts'
import { listen } from '#web/lib/http/realtime-client.ts'
import { readUser } from '#web/lib/http/session.ts'

/** Queries that each event invalidates. */
const queriesByEvent = new Map<string, string[]>([
  [teamEvents.countsChanged, [workspaceRoutes.counts.name, routeKeys.orders]],
  [teamEvents.ordersChanged, [routeKeys.orders, routeKeys.order, routeKeys.attention]],
  // The channel of the sports event updates the listings; only the totals with the team's own holds reload.
  [teamEvents.holdsChanged, [holdsRoutes.list.name, dataKeys.stockTotals, routeKeys.attention]],
  [teamEvents.draftChanged, [routeKeys.checkoutDraft, routeKeys.attention]],
  // Handlers of `onUpdate` invalidate the other affected queries, which not every page loads.
  [teamEvents.trackingChanged, [routeKeys.attention]],
  [teamEvents.quotesChanged, [routeKeys.attention]],
  [teamEvents.attentionChanged, [routeKeys.attention]],
  // Only the account that the data names reloads.
  [teamEvents.preferencesChanged, []],
  [teamEvents.notificationsChanged, []],
  [accessChanged, []],
])

/**
 * Keeps the page in sync with the team's other tabs, devices and members. `onUpdate` receives each event too, without
 * `data` when it may have been missed.
 */
export function useTeamUpdates(
  queryClient: QueryClient,
  onUpdate?: (event: string, data?: unknown) => void,
): void {
  const notify = useEffectEvent((event: string, data?: unknown) => onUpdate?.(event, data))
  useEffect(() => {
    const teamId = teamIdOf(readUser())
    if (teamId === undefined) return undefined
    // Each query once: a second invalidation would cancel and repeat the request of the first.
    const invalidate = (events: readonly string[]) => {
      const names = new Set(events.flatMap((event) => queriesByEvent.get(event) ?? []))
      for (const name of names) void queryClient.invalidateQueries({ queryKey: [name] })
    }
    let wasLive = false
    return listen(teamChannel(teamId), {
      onEvent(event, data) {
        invalidate([event])
        notify(event, data)
      },
      // Covers events missed before the subscription or while disconnected.
      onLive(isLive) {
        if (!isLive) return
        const events = [...queriesByEvent.keys()]
        invalidate(events)
        // On the first connection, the handler would load code for events that can hardly have been missed.
        if (wasLive) for (const event of events) notify(event)
        wasLive = true
      },
    })
  }, [queryClient])
}

function teamIdOf(user: Record<string, unknown> | null): string | undefined {
  const team = user?.['team_data']
  if (typeof team !== 'object' || team === null || !('id' in team)) return undefined
  return typeof team.id === 'string' ? team.id : undefined
}
