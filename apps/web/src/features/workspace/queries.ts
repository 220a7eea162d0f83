import { foldProductKeys } from '@terrace/contracts/product'
import { workspaceRoutes } from '@terrace/contracts/workspace'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api-client.ts'
import { env } from '#web/lib/env.ts'

/** Orders and quotes of the team, for the avatar's badge and menu (spec §2). */
export function countsQuery() {
  return queryOptions({
    queryKey: [workspaceRoutes.counts.name],
    queryFn: async ({ signal }) => (await call(workspaceRoutes.counts, { signal })).data,
  })
}

/** The current user, by the spec's data key. The answer also goes to local storage as `userInfo` (spec §7). */
export function userInfoQuery() {
  return queryOptions({
    queryKey: ['user-info'],
    queryFn: async ({ signal }) => {
      const { data } = await call(workspaceRoutes.info, { signal })
      // Under its wire names, as anything else that reads this key knows it.
      localStorage.setItem('userInfo', JSON.stringify(foldProductKeys(data, env().product)))
      return data
    },
  })
}
