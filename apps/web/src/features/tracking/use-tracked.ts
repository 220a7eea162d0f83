import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { oppositeStatus, trackingRoutes } from '@terrace/contracts/tracking'
import { useCallback, useEffect } from 'react'
import { call } from '#web/lib/api-client.ts'
import { errorText } from '#web/lib/api-error.ts'
import { dataKeys } from '#web/lib/data-keys.ts'
import { showToast } from '#web/ui/toast-queue.ts'
import { trackedKey } from './tracked-key.ts'
import { answered, pressed, without, type Wish, type Wishes } from './wishes.ts'

/** Kept beside the answers, so that a row that scrolls out of the table and back shows what was pressed on it. */
const wishesKey = ['tracking.wishes']
const noWishes: Wishes = {}

/**
 * Whether a listing is tracked, and changing it: shown at once, undone with the reason where it fails. `isTracked` is what
 * the list that the row stands in says, which may be older than the press.
 */
export function useTracked(listingId: string, isTracked: boolean) {
  const queryClient = useQueryClient()
  const { data: wish } = useQuery({
    queryKey: wishesKey,
    queryFn: () => noWishes,
    initialData: noWishes,
    staleTime: 'static',
    gcTime: Infinity,
    select: useCallback((wishes: Wishes): Wish | undefined => wishes[listingId], [listingId]),
  })
  const change = useCallback(
    (how: (wishes: Wishes) => Wishes) =>
      queryClient.setQueryData<Wishes>(wishesKey, (wishes) => how(wishes ?? noWishes)),
    [queryClient],
  )
  const { mutate } = useMutation({
    mutationKey: [trackingRoutes.track.name],
    mutationFn: (wasTracked: boolean) =>
      call(trackingRoutes.track, { body: { list_id: listingId, status: oppositeStatus(wasTracked) } }),
    // Presses on one listing reach the server in their order.
    scope: { id: `${trackingRoutes.track.name} ${listingId}` },
    onMutate: (wasTracked) => change((wishes) => pressed(wishes, listingId, !wasTracked)),
    onSuccess: ({ data }) => {
      change((wishes) => answered(wishes, listingId, data.tracked))
      void queryClient.invalidateQueries({ queryKey: [trackedKey] })
      // The wish goes when one list agrees with it: the other has to know by then, too.
      void queryClient.invalidateQueries({ queryKey: [dataKeys.stockTotals] })
    },
    onError: (error) => {
      change((wishes) => answered(wishes, listingId, undefined))
      showToast(errorText(error), 1)
    },
  })

  const isShown = wish?.pending === 0 && wish.isTracked === isTracked
  useEffect(() => {
    if (isShown) change((wishes) => without(wishes, listingId))
  }, [isShown, change, listingId])

  const isTrackedNow = wish?.isTracked ?? isTracked
  return { isTracked: isTrackedNow, toggle: () => mutate(isTrackedNow) }
}
