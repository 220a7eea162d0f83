import { queryOptions } from '@tanstack/react-query'
import { attentionRoutes } from '@terrace/contracts/attention'
import { clockOffset } from '#web/lib/clock-offset.ts'
import { call } from '#web/lib/http/api-client.ts'

const minPauseMs = 5000

/** What needs the broker's attention. Reloads when time alone changes it; the team's channel announces the rest. */
export function attentionQuery() {
  return queryOptions({
    queryKey: [attentionRoutes.read.name],
    queryFn: ({ signal }) => call(attentionRoutes.read, { signal }),
    // The page waits for the first answer, and must not wait for repeated failures.
    retry: false,
    refetchInterval: ({ state: { data } }) =>
      data ? Math.max(minPauseMs, Date.parse(data.meta.refresh_at) - clockOffset() - Date.now()) : false,
  })
}
