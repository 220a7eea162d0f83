import { queryOptions } from '@tanstack/react-query'
import { attentionRoutes } from '@terrace/contracts/attention'
import { clockOffset } from '#web/lib/clock-offset.ts'
import { call } from '#web/lib/http/api-client.ts'

const minPauseMs = 5000

/** Items that need the broker's attention. Refetches at time-based changes; the team's channel announces the others. */
export function attentionQuery() {
  return queryOptions({
    queryKey: [attentionRoutes.read.name],
    queryFn: ({ signal }) => call(attentionRoutes.read, { signal }),
    // A failure is shown at once, with a retry.
    retry: false,
    refetchInterval: ({ state: { data } }) =>
      data ? Math.max(minPauseMs, Date.parse(data.meta.refresh_at) - clockOffset() - Date.now()) : false,
  })
}
