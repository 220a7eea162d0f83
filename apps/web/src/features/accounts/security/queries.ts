import { securityRoutes } from '@terrace/contracts/security'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/http/api-client.ts'

/** The account's passkeys, authenticator app and recovery codes, and whether they are required. */
export function securityQuery() {
  return queryOptions({
    queryKey: [securityRoutes.overview.name],
    queryFn: async ({ signal }) => (await call(securityRoutes.overview, { signal })).data,
  })
}
