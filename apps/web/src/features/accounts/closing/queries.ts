import { closingRoutes } from '@terrace/contracts/closing'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/http/api-client.ts'

/** Whether the account can be closed now. */
export function closingQuery() {
  return queryOptions({
    queryKey: [closingRoutes.read.name],
    queryFn: async ({ signal }) => (await call(closingRoutes.read, { signal })).data,
  })
}
