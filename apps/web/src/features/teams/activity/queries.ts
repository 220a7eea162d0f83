import { infiniteQueryOptions, keepPreviousData, useMutation } from '@tanstack/react-query'
import { teamActivityRoutes } from '@terrace/contracts/team-activity'
import { call } from '#web/lib/http/api-client.ts'
import { saveText } from '#web/lib/save-as.ts'
import { toActivityQuery, type ActivityFilter } from './activity-filter.ts'

/** The team's audit log, newest first. The previous result stays visible until the next one has loaded. */
export function activityQuery(filter: ActivityFilter) {
  const query = toActivityQuery(filter)
  return infiniteQueryOptions({
    queryKey: [teamActivityRoutes.list.name, query],
    queryFn: ({ signal, pageParam }) =>
      call(teamActivityRoutes.list, { query: { ...query, page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.page < meta.last_page ? meta.page + 1 : undefined),
    placeholderData: keepPreviousData,
  })
}

/** Downloads all matching entries. The server writes the CSV and records that it did. */
export function useExportActivity(filter: ActivityFilter) {
  return useMutation({
    mutationFn: () => call(teamActivityRoutes.export, { query: toActivityQuery(filter) }),
    onSuccess: ({ data: { csv, filename } }) => saveText(csv, { filename, type: 'text/csv;charset=utf-8' }),
  })
}
