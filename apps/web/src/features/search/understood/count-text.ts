import { formatCount } from '@terrace/domain/tickets/format-count'
import type { EventPart } from '@terrace/domain/search/query-part'
import type { EventPage } from '#web/features/search/query/find-events.ts'
import { countFilters, parseEventId, type SearchState } from '#web/features/search/query/search-state.ts'
import { inQuotationMarks } from '#web/lib/format/quotation-marks.ts'

/**
 * '134 events match “arsenal”', or '17 upcoming events' without a search text. The number is always that of the events
 * shown below.
 */
export function countText(page: EventPage, searchState: SearchState): string {
  const { total, understood, reading, isWider } = page
  const events = total === 1 ? '1 event' : `${formatCount(total)} events`
  const upcoming = total === 1 ? '1 upcoming event' : `${formatCount(total)} upcoming events`
  const { eventText } = understood
  const match = total === 1 ? 'matches' : 'match'
  if (isWider) return widerText(page)
  const hasMeaning =
    reading.parts.length + reading.words.length > 0 || parseEventId(searchState.text) !== undefined
  if (eventText !== '' && !hasMeaning)
    return `Nothing to search for in ${inQuotationMarks(eventText)}. Showing all ${upcoming}.`
  const truncated = understood.isTruncated ? ' The rest of the text was not read.' : ''
  if (eventText !== '')
    return `${events} ${match} ${inQuotationMarks(eventText)}${truncated && `.${truncated}`}`
  return countFilters(searchState) > 0 ? `${events} ${match} these filters` : upcoming
}

/** 'No events match “champions league final” in May 2027. Showing 12 for “champions league”.' */
function widerText({ total, understood, reading }: EventPage): string {
  return `No events match ${described(understood)}. Showing ${formatCount(total)} for ${described(reading)}.`
}

function described({ parts, words }: Pick<EventPage['reading'], 'parts' | 'words'>): string {
  const dates = parts.filter(({ kind }) => kind === 'date').map(datePhrase)
  const others = [...parts.filter(({ kind }) => kind !== 'date'), ...words]
    .toSorted((left, right) => left.from - right.from)
    .map(({ text }) => text)
    .join(' ')
  return [...(others === '' ? [] : [inQuotationMarks(others)]), ...dates].join(' ')
}

/** 'in May 2027', 'on Sat 3 Apr 2027 or Thu 4 Mar 2027'. */
function datePhrase({ label, alternatives }: EventPart): string {
  const isDay = /^(?:\d|Mon|Tue|Wed|Thu|Fri|Sat|Sun) ?/.test(label)
  return `${isDay ? 'on' : 'in'} ${[label, ...alternatives].join(' or ')}`
}
