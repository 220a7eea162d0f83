import { useMutation, useQueryClient } from '@tanstack/react-query'
import { holdsRoutes } from '@terrace/contracts/holds'
import type { BodyInputOf } from '@terrace/contracts/route'
import { call } from '#web/lib/http/api-client.ts'
import { dataKeys } from '#web/lib/data-keys.ts'
import { deselect, stopReusingHoldIdempotencyKeys } from './basket/selection.ts'

export type HoldRequestItem = BodyInputOf<typeof holdsRoutes.place>[number]
type ReleaseItem = BodyInputOf<typeof holdsRoutes.release>[number]

interface Batch<Item> {
  items: Item[]
  /** A retry after a lost response must reuse the key. */
  idempotencyKey: string
}

/** Holds all items or none. Logs and rethrows failures (spec §8); the caller shows them. */
export function usePlaceHolds() {
  const refresh = useRefreshStock()
  return useMutation({
    mutationKey: [holdsRoutes.place.name],
    mutationFn: ({ items, idempotencyKey }: Batch<HoldRequestItem>) =>
      call(holdsRoutes.place, { body: items, idempotencyKey }).catch(
        logAndRethrow('Failed to hold tickets:'),
      ),
    onSuccess: async (_, { items }) => {
      await refresh()
      // Held listings leave the selection, however they were held.
      deselect(items.map(({ listing_id }) => listing_id))
    },
    onError: () => void refresh(),
  })
}

/** Releases the holds of a cancelled purchase immediately; Release buttons use `useScheduleRelease`. Logs and rethrows failures (spec §8). */
export function useReleaseForCancelledPurchase() {
  const refresh = useRefreshStock()
  return useMutation({
    mutationKey: [holdsRoutes.release.name],
    mutationFn: ({ items, idempotencyKey }: Batch<ReleaseItem>) =>
      call(holdsRoutes.release, { body: items, idempotencyKey }).catch(
        logAndRethrow('Failed to release tickets:'),
      ),
    onSuccess: () => {
      stopReusingHoldIdempotencyKeys()
      return refresh()
    },
    onError: () => void refresh(),
  })
}

/**
 * Refetches stock and holds, after failures too, since another team may have been faster. Errors don't wait for it:
 * offline, it would never finish.
 */
function useRefreshStock() {
  const queryClient = useQueryClient()
  return async () => {
    void queryClient.invalidateQueries({ queryKey: [dataKeys.stockTotals] })
    await queryClient.invalidateQueries({ queryKey: [holdsRoutes.list.name] })
  }
}

function logAndRethrow(text: string) {
  return (error: unknown): never => {
    console.error(text, error)
    throw error
  }
}
