import { accountExportsRoutes } from '@terrace/contracts/account-exports'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/http/api-client.ts'

/** The account's export, if any, and how long exports and closed accounts are kept. Follows a running export. */
export function dataExportQuery() {
  return queryOptions({
    queryKey: [accountExportsRoutes.read.name],
    queryFn: async ({ signal }) => (await call(accountExportsRoutes.read, { signal })).data,
    refetchInterval: ({ state }) => (state.data?.export?.state === 'running' ? 3000 : false),
  })
}
