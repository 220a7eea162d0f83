import { teamsRoutes } from '@terrace/contracts/teams'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api-client.ts'

/** The people of the user's team and its open invitations. */
export function teamQuery() {
  return queryOptions({
    queryKey: [teamsRoutes.overview.name],
    queryFn: async ({ signal }) => (await call(teamsRoutes.overview, { signal })).data,
  })
}
