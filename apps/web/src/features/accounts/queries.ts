import { sessionsRoutes } from '@terrace/contracts/sessions'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/http/api-client.ts'

/** The user's sessions, most recently used first. */
export function sessionsQuery() {
  return queryOptions({
    queryKey: [sessionsRoutes.list.name],
    queryFn: async ({ signal }) => (await call(sessionsRoutes.list, { signal })).data,
  })
}
