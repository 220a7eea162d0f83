import { queryOptions } from '@tanstack/react-query'
import { holdsRoutes } from '@terrace/contracts/holds'
import { call } from '#web/lib/api-client.ts'

/** The team's basket. Asked again on focus and every half minute: colleagues hold and release too. */
export function holdsQuery() {
  return queryOptions({
    queryKey: [holdsRoutes.list.name],
    queryFn: ({ signal }) => call(holdsRoutes.list, { signal }),
    refetchInterval: 30_000,
    refetchOnWindowFocus: 'always',
  })
}
