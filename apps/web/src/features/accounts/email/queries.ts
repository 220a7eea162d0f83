import { emailChangeRoutes } from '@terrace/contracts/email-change'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/http/api-client.ts'

/** The account's email address, and the one that waits to be confirmed. */
export function emailQuery() {
  return queryOptions({
    queryKey: [emailChangeRoutes.read.name],
    queryFn: async ({ signal }) => (await call(emailChangeRoutes.read, { signal })).data,
  })
}
