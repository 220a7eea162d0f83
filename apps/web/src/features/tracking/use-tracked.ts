import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { oppositeStatus, trackingRoutes } from '@terrace/contracts/tracking'
import { useCallback, useEffect } from 'react'
import { call } from '#web/lib/http/api-client.ts'
import { errorText } from '#web/lib/http/api-error.ts'
import { dataKeys } from '#web/lib/data-keys.ts'
import { showToast, toastSeverity } from '#web/ui/overlay/toast-queue.ts'
import { offerUndo } from '#web/ui/overlay/undo-queue.ts'
import { trackedKey } from './tracked-key.ts'
import {
  withResponse,
  withPress,
  withoutMark,
  type OptimisticMark,
  type OptimisticMarks,
} from './optimistic-marks.ts'

/** Stored in the query cache, so a row that scrolls out and back still shows its press. */
const marksKey = ['tracking.optimistic']
const noMarks: OptimisticMarks = {}

/**
 * Tracked state of a listing and its toggle. Updates optimistically and reverts on failure. `isTracked` comes from
 * the list and may be older than the last press.
 */
export function useTracked(listingId: string, isTracked: boolean) {
  const queryClient = useQueryClient()
  const { data: mark } = useQuery({
    queryKey: marksKey,
    queryFn: () => noMarks,
    initialData: noMarks,
    staleTime: 'static',
    gcTime: Infinity,
    select: useCallback(
      (marks: OptimisticMarks): OptimisticMark | undefined => marks[listingId],
      [listingId],
    ),
  })
  const change = useCallback(
    (update: (marks: OptimisticMarks) => OptimisticMarks) =>
      queryClient.setQueryData<OptimisticMarks>(marksKey, (marks) => update(marks ?? noMarks)),
    [queryClient],
  )
  const { mutate } = useMutation({
    mutationKey: [trackingRoutes.track.name],
    mutationFn: (wasTracked: boolean) =>
      call(trackingRoutes.track, { body: { list_id: listingId, status: oppositeStatus(wasTracked) } }),
    // Presses on one listing reach the server in order.
    scope: { id: `${trackingRoutes.track.name} ${listingId}` },
    onMutate: (wasTracked) => change((marks) => withPress(marks, listingId, !wasTracked)),
    onSuccess: ({ data }) => {
      change((marks) => withResponse(marks, listingId, data.tracked))
      void queryClient.invalidateQueries({ queryKey: [trackedKey] })
      // A mark is dropped when one list confirms it, so both lists must be current.
      void queryClient.invalidateQueries({ queryKey: [dataKeys.stockTotals] })
    },
    onError: (error) => {
      change((marks) => withResponse(marks, listingId, undefined))
      showToast(errorText(error), toastSeverity.error)
    },
  })

  const isInList = mark?.pending === 0 && mark.isTracked === isTracked
  useEffect(() => {
    if (isInList) change((marks) => withoutMark(marks, listingId))
  }, [isInList, change, listingId])

  const isTrackedNow = mark?.isTracked ?? isTracked
  function toggle() {
    mutate(isTrackedNow)
    if (isTrackedNow) offerUndo('Listing no longer tracked', () => mutate(false))
  }
  return { isTracked: isTrackedNow, toggle }
}
