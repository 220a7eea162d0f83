import { queryOptions } from '@tanstack/react-query'
import { savedPeopleRoutes } from '@terrace/contracts/saved-people'
import { call } from '#web/lib/http/api-client.ts'

/** The people that the team reuses as attendees, by name. */
export function savedPeopleQuery() {
  return queryOptions({
    queryKey: [savedPeopleRoutes.list.name],
    queryFn: async ({ signal }) => (await call(savedPeopleRoutes.list, { signal })).data,
  })
}
