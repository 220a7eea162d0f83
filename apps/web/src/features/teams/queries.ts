import { teamsRoutes } from '@terrace/contracts/teams'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/http/api-client.ts'

/** Members and pending invitations of the user's team. */
export function teamQuery() {
  return queryOptions({
    queryKey: [teamsRoutes.overview.name],
    queryFn: async ({ signal }) => (await call(teamsRoutes.overview, { signal })).data,
  })
}
