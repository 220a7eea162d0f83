import { expandProductKeys } from '@terrace/contracts/product'
import { workspaceRoutes } from '@terrace/contracts/workspace'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/http/api-client.ts'
import { env } from '#web/lib/env.ts'

/** The team's order and quote counts, for the avatar's badge and menu (spec §2). */
export function countsQuery() {
  return queryOptions({
    queryKey: [workspaceRoutes.counts.name],
    queryFn: async ({ signal }) => (await call(workspaceRoutes.counts, { signal })).data,
  })
}

/** The numbers of clients, tracked listings and saved searches, for the profile's navigation. */
export function profileCountsQuery() {
  return queryOptions({
    queryKey: [workspaceRoutes.profileCounts.name],
    queryFn: async ({ signal }) => (await call(workspaceRoutes.profileCounts, { signal })).data,
  })
}

/** The current user, under the data key of the spec. Also writes local storage `userInfo` (spec §7). */
export function userInfoQuery() {
  return queryOptions({
    queryKey: ['user-info'],
    queryFn: async ({ signal }) => {
      const { data } = await call(workspaceRoutes.info, { signal })
      // Other readers of this key expect the wire names.
      localStorage.setItem('userInfo', JSON.stringify(expandProductKeys(data, env().product)))
      return data
    },
  })
}
