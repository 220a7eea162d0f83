import { useQueryClient } from '@tanstack/react-query'
import { holdsRoutes } from '@terrace/contracts/holds'
import { useEffect, useEffectEvent } from 'react'
import { z } from 'zod/mini'
import type { FeedRequest } from '#web/features/listings/filters/feed-request.ts'
import { totalsQuery } from '#web/features/listings/queries.ts'

const placeVariables = z.object({ items: z.array(z.object({ listing_id: z.string() })) })
const releaseVariables = z.object({ items: z.array(z.object({ hold_id: z.string() })) })

/**
 * Reports listings that this page held or released, from any component. Failures count too, since another team may
 * have been faster.
 */
export function useHoldChanges(
  request: FeedRequest,
  onListingsChanged: (listingIds: readonly string[]) => void,
): void {
  const queryClient = useQueryClient()

  function changedListingIds(routeName: unknown, variables: unknown): readonly string[] {
    if (routeName === holdsRoutes.place.name) {
      return placeVariables.safeParse(variables).data?.items.map((item) => item.listing_id) ?? []
    }
    if (routeName !== holdsRoutes.release.name) return []
    const holds = new Set(releaseVariables.safeParse(variables).data?.items.map((item) => item.hold_id))
    const teamHolds = queryClient.getQueryData(totalsQuery(request).queryKey)?.mine.held ?? []
    return teamHolds.filter((held) => holds.has(held.hold_id)).map((held) => held.listing_id)
  }

  const handleMutation = useEffectEvent((routeName: unknown, variables: unknown) => {
    const ids = changedListingIds(routeName, variables)
    if (ids.length > 0) onListingsChanged(ids)
  })
  useEffect(
    () =>
      queryClient.getMutationCache().subscribe((event) => {
        if (event.type !== 'updated' || !['success', 'error'].includes(event.action.type)) return
        handleMutation(event.mutation.options.mutationKey?.[0], event.mutation.state.variables)
      }),
    [queryClient],
  )
}
