import { useMutation, useQueryClient } from '@tanstack/react-query'
import { holdsRoutes } from '@terrace/contracts/holds'
import type { BodyInputOf } from '@terrace/contracts/route'
import { call } from '#web/lib/api-client.ts'
import { dataKeys } from '#web/lib/data-keys.ts'
import { noteRelease } from './same-attempt.ts'
import { deselect, endAttempt } from './selection.ts'

export type HoldItem = BodyInputOf<typeof holdsRoutes.place>[number]
export type ReleaseItem = BodyInputOf<typeof holdsRoutes.release>[number]

interface Batch<Item> {
  items: Item[]
  /** One for each intention; a repeat after a lost connection takes the same. */
  idempotencyKey: string
}

/** Holds all items or none. Failures are logged and rethrown (spec §8): the caller says them where they happened. */
export function usePlaceHolds() {
  const refresh = useRefreshStock()
  return useMutation({
    mutationKey: [holdsRoutes.place.name],
    mutationFn: ({ items, idempotencyKey }: Batch<HoldItem>) =>
      call(holdsRoutes.place, { body: items, idempotencyKey }).catch(logged('Holding failed:')),
    onSuccess: async (_, { items }) => {
      await refresh()
      // What was meant to be held is, whichever way it was.
      deselect(items.map(({ listing_id }) => listing_id))
    },
    onError: () => void refresh(),
  })
}

/** Gives tickets back, whole holds or allowed parts. Failures are logged and rethrown (spec §8). */
export function useReleaseHolds() {
  const refresh = useRefreshStock()
  return useMutation({
    mutationKey: [holdsRoutes.release.name],
    mutationFn: ({ items, idempotencyKey }: Batch<ReleaseItem>) =>
      call(holdsRoutes.release, { body: items, idempotencyKey }).catch(logged('Releasing failed:')),
    onSuccess: () => {
      noteRelease()
      endAttempt()
      return refresh()
    },
    onError: () => void refresh(),
  })
}

/**
 * What is free and what is held have both changed, also where the call failed: somebody else was faster. A failure is
 * said without waiting for it, since without a connection that would take its time.
 */
function useRefreshStock() {
  const queryClient = useQueryClient()
  return async () => {
    void queryClient.invalidateQueries({ queryKey: [dataKeys.stockTotals] })
    await queryClient.invalidateQueries({ queryKey: [holdsRoutes.list.name] })
  }
}

function logged(text: string) {
  return (error: unknown): never => {
    console.error(text, error)
    throw error
  }
}
