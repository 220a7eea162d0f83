import { queryOptions } from '@tanstack/react-query'
import { quoteSettingsRoutes } from '@terrace/contracts/quote-settings'
import { call } from '#web/lib/http/api-client.ts'

/** Defaults and branding of the team's quotes. */
export function quoteSettingsQuery() {
  return queryOptions({
    queryKey: [quoteSettingsRoutes.read.name],
    queryFn: async ({ signal }) => (await call(quoteSettingsRoutes.read, { signal })).data,
  })
}
