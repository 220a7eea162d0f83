import { useQueryClient } from '@tanstack/react-query'
import { holdsRoutes } from '@terrace/contracts/holds'
import { useEffect, useEffectEvent } from 'react'
import { z } from 'zod/mini'
import type { FeedFilter } from './feed-filter.ts'
import { totalsQuery } from './queries.ts'

const placing = z.object({ items: z.array(z.object({ listing_id: z.string() })) })
const releasing = z.object({ items: z.array(z.object({ hold_id: z.string() })) })

/**
 * Tells of which listings something was held or released here, wherever on the page it was pressed; also where the call
 * failed, since then somebody else was faster.
 */
export function useOwnHolds(filter: FeedFilter, onTouched: (listingIds: readonly string[]) => void): void {
  const queryClient = useQueryClient()

  function listingsOf(call: unknown, variables: unknown): readonly string[] {
    if (call === holdsRoutes.place.name) {
      return placing.safeParse(variables).data?.items.map((item) => item.listing_id) ?? []
    }
    if (call !== holdsRoutes.release.name) return []
    const holds = new Set(releasing.safeParse(variables).data?.items.map((item) => item.hold_id))
    const mine = queryClient.getQueryData(totalsQuery(filter).queryKey)?.mine.held ?? []
    return mine.filter((held) => holds.has(held.hold_id)).map((held) => held.listing_id)
  }

  const note = useEffectEvent((call: unknown, variables: unknown) => {
    const ids = listingsOf(call, variables)
    if (ids.length > 0) onTouched(ids)
  })
  useEffect(
    () =>
      queryClient.getMutationCache().subscribe((event) => {
        if (event.type !== 'updated' || !['success', 'error'].includes(event.action.type)) return
        note(event.mutation.options.mutationKey?.[0], event.mutation.state.variables)
      }),
    [queryClient],
  )
}
