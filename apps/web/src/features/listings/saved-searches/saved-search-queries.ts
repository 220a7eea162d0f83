import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyInputOf } from '@terrace/contracts/route'
import { savedSearchesRoutes } from '@terrace/contracts/saved-searches'
import { routeKeys } from '#web/lib/data-keys.ts'
import { call } from '#web/lib/http/api-client.ts'

/** The account's saved searches, newest first. */
export function savedSearchesQuery() {
  return queryOptions({
    queryKey: [savedSearchesRoutes.list.name],
    queryFn: ({ signal }) => call(savedSearchesRoutes.list, { signal }),
  })
}

function useRefreshSearches() {
  const queryClient = useQueryClient()
  return async () => {
    const keys = [savedSearchesQuery().queryKey, [routeKeys.profileCounts]]
    await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
  }
}

/** Saves a search; a repeated press changes the same one. */
export function useSaveSearch() {
  const refresh = useRefreshSearches()
  return useMutation({
    mutationFn: async (body: BodyInputOf<typeof savedSearchesRoutes.save>) =>
      (await call(savedSearchesRoutes.save, { body })).data,
    onSettled: refresh,
  })
}

type SearchChange = BodyInputOf<typeof savedSearchesRoutes.change>

export function useChangeSearch() {
  const refresh = useRefreshSearches()
  return useMutation({
    mutationFn: async ({ id, change }: { id: string; change: SearchChange }) =>
      (await call(savedSearchesRoutes.change, { params: { search_id: id }, body: change })).data,
    onSettled: refresh,
  })
}

export function useRemoveSearch() {
  const refresh = useRefreshSearches()
  return useMutation({
    mutationFn: (id: string) => call(savedSearchesRoutes.remove, { params: { search_id: id } }),
    onSettled: refresh,
  })
}
