import { sessionsRoutes } from '@terrace/contracts/sessions'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api-client.ts'

/** Where the user is logged in, the session used last first. */
export function sessionsQuery() {
  return queryOptions({
    queryKey: [sessionsRoutes.list.name],
    queryFn: async ({ signal }) => (await call(sessionsRoutes.list, { signal })).data,
  })
}
