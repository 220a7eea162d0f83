import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { inventoryApiKeysRoutes } from '@terrace/contracts/inventory-api-keys'
import { inventoryProfilesRoutes } from '@terrace/contracts/inventory-profiles'
import type { BodyInputOf } from '@terrace/contracts/route'
import { call } from '#web/lib/http/api-client.ts'

/** The team's keys; none for members who are not owners. */
export function apiKeysQuery() {
  return queryOptions({
    queryKey: [inventoryApiKeysRoutes.list.name],
    queryFn: async ({ signal }) => (await call(inventoryApiKeysRoutes.list, { signal })).data,
  })
}

/** The kinds of files that a key can be for. */
export function keyProfilesQuery() {
  return queryOptions({
    queryKey: [inventoryProfilesRoutes.list.name],
    queryFn: async ({ signal }) => (await call(inventoryProfilesRoutes.list, { signal })).data,
  })
}

function useRefreshKeys() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: apiKeysQuery().queryKey })
}

/** Returns the key with its secret, which the server does not return again. */
export function useCreateApiKey() {
  const refresh = useRefreshKeys()
  return useMutation({
    mutationFn: async (body: BodyInputOf<typeof inventoryApiKeysRoutes.create>) =>
      (await call(inventoryApiKeysRoutes.create, { body })).data,
    onSettled: refresh,
  })
}

export function useRevokeApiKey() {
  const refresh = useRefreshKeys()
  return useMutation({
    mutationFn: (id: string) => call(inventoryApiKeysRoutes.revoke, { params: { key_id: id } }),
    onSettled: refresh,
  })
}
