import {
  MutationObserver,
  useQueryClient,
  type MutationObserverOptions,
  type QueryClient,
} from '@tanstack/react-query'
import type { ResponseOf } from '@terrace/contracts/route'
import { oppositeStatus, trackingRoutes } from '@terrace/contracts/tracking'
import { useEffect, useSyncExternalStore } from 'react'
import { call } from '#web/lib/http/api-client.ts'
import { errorText } from '#web/lib/http/api-error.ts'
import { dataKeys, routeKeys } from '#web/lib/data-keys.ts'
import { showToast, toastSeverity } from '#web/ui/overlay/toast-queue.ts'
import { showUndo } from '#web/ui/overlay/show-undo.ts'
import { trackedKey } from './tracked-key.ts'
import { optimisticMarks } from './marks-store.ts'
import { withPress, withResponse, withoutMark } from './optimistic-marks.ts'

/**
 * Tracked state of a listing and its toggle. Updates optimistically and reverts on failure. `isTracked` comes from
 * the list and may be older than the last press.
 */
export function useTracked(listingId: string, isTracked: boolean) {
  const queryClient = useQueryClient()
  const { subscribe, read, change } = optimisticMarks(queryClient)
  const mark = useSyncExternalStore(subscribe, () => read()[listingId])

  const isInList = mark?.pending === 0 && mark.isTracked === isTracked
  useEffect(() => {
    if (isInList) change((marks) => withoutMark(marks, listingId))
  }, [isInList, change, listingId])

  const isTrackedNow = mark?.isTracked ?? isTracked
  function toggle() {
    setTracked(queryClient, listingId, !isTrackedNow)
    if (isTrackedNow) showUndo('Listing no longer tracked', () => setTracked(queryClient, listingId, true))
  }
  return { isTracked: isTrackedNow, toggle }
}

/** Stops tracking these listings; a single undo tracks all of them again. */
export function untrackAll(queryClient: QueryClient, listingIds: readonly string[]): void {
  for (const id of listingIds) setTracked(queryClient, id, false)
  const message =
    listingIds.length === 1 ? 'Listing no longer tracked' : `${listingIds.length} listings no longer tracked`
  showUndo(message, () => {
    for (const id of listingIds) setTracked(queryClient, id, true)
  })
}

function setTracked(queryClient: QueryClient, listingId: string, isTracked: boolean): void {
  // Created on the press, because tables render hundreds of rows. A failure is reported by `onError`.
  void new MutationObserver(queryClient, trackMutation(queryClient, listingId))
    .mutate(!isTracked)
    .catch(() => undefined)
}

function trackMutation(
  queryClient: QueryClient,
  listingId: string,
): MutationObserverOptions<ResponseOf<typeof trackingRoutes.track>, Error, boolean> {
  const { change } = optimisticMarks(queryClient)
  return {
    mutationKey: [trackingRoutes.track.name],
    mutationFn: (wasTracked: boolean) =>
      call(trackingRoutes.track, { body: { list_id: listingId, status: oppositeStatus(wasTracked) } }),
    // Presses on one listing reach the server in order.
    scope: { id: `${trackingRoutes.track.name} ${listingId}` },
    onMutate: (wasTracked) => change((marks) => withPress(marks, listingId, !wasTracked)),
    onSuccess: ({ data }) => {
      change((marks) => withResponse(marks, listingId, data.tracked))
      void queryClient.invalidateQueries({ queryKey: [trackedKey] })
      void queryClient.invalidateQueries({ queryKey: [routeKeys.profileCounts] })
      // A mark is dropped when one list confirms it, so both lists must be current.
      void queryClient.invalidateQueries({ queryKey: [dataKeys.stockTotals] })
    },
    onError: (error) => {
      change((marks) => withResponse(marks, listingId, undefined))
      showToast(errorText(error), toastSeverity.error)
    },
  }
}
