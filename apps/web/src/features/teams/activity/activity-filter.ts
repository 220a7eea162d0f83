import { activityGroups } from '@terrace/contracts/team-activity'
import { isDay } from '@terrace/domain/time/dates'
import { parseFilterText } from '#web/lib/url/filter-text.ts'

/** Filters of the activity log. `''` and `null` do not filter. */
export interface ActivityFilter {
  person: string
  group: (typeof activityGroups)[number] | null
  /** `YYYY-MM-DD`; both are set or neither. */
  startDate: string
  endDate: string
}

interface ActivityParams {
  q?: string | undefined
  status?: string | undefined
  startDate?: string | undefined
  endDate?: string | undefined
}

export const emptyActivityFilter: ActivityFilter = { person: '', group: null, startDate: '', endDate: '' }

/** Parses URL search parameters. Invalid values are ignored. */
export function parseActivityFilter({
  q,
  status,
  startDate = '',
  endDate = '',
}: ActivityParams): ActivityFilter {
  const isRange = isDay(startDate) && isDay(endDate) && startDate <= endDate
  return {
    person: parseFilterText(q),
    group: activityGroups.find((group) => group === status) ?? null,
    startDate: isRange ? startDate : '',
    endDate: isRange ? endDate : '',
  }
}

/** URL search parameters of a filter, without defaults. */
export function activityParams({ person, group, startDate, endDate }: ActivityFilter): ActivityParams {
  return {
    q: person || undefined,
    status: group ?? undefined,
    startDate: startDate || undefined,
    endDate: endDate || undefined,
  }
}

/** The filter as an API query. */
export function toActivityQuery({ person, group, startDate, endDate }: ActivityFilter) {
  return {
    ...(person !== '' && { search: person.slice(0, 100) }),
    ...(group !== null && { group }),
    ...(startDate !== '' && { from: startDate, to: endDate }),
  }
}
