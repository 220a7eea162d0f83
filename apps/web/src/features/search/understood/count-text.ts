import { formatCount } from '@terrace/domain/tickets/format-count'
import type { EventPage } from '#web/features/search/query/find-events.ts'
import { countFilters, parseEventId, type SearchState } from '#web/features/search/query/search-state.ts'
import { inQuotationMarks } from '#web/lib/format/quotation-marks.ts'

/**
 * '134 events match “arsenal”', or '17 upcoming events' without a search text. The number is always that of the events
 * shown below.
 */
export function countText(page: EventPage, searchState: SearchState): string {
  const { total, understood, reading, leftOut } = page
  const events = total === 1 ? '1 event' : `${formatCount(total)} events`
  const upcoming = total === 1 ? '1 upcoming event' : `${formatCount(total)} upcoming events`
  const { event_text: eventText, is_truncated: isTruncated } = understood
  const match = total === 1 ? 'matches' : 'match'
  const unused = unusedText(page)
  const hasFilters = countFilters(searchState) > 0
  if (leftOut) {
    const all = `all ${upcoming}${hasFilters ? ' with these filters' : ''}`
    const shown = leftOut.kept === '' ? all : `${formatCount(total)} for ${leftOut.kept}`
    return `No events match ${leftOut.asked}. Showing ${shown}.${unused}`
  }
  const hasMeaning =
    reading.parts.length + reading.words.length > 0 || parseEventId(searchState.text) !== undefined
  if (eventText !== '' && !hasMeaning)
    return `Nothing to search for in ${inQuotationMarks(eventText)}. Showing all ${upcoming}.`
  const notes = `${unused}${isTruncated ? ' The rest of the text was not read.' : ''}`
  if (eventText !== '') return `${events} ${match} ${inQuotationMarks(eventText)}${notes && `.${notes}`}`
  return hasFilters ? `${events} ${match} these filters` : upcoming
}

/** ' The date is Sun 14 Mar 2027; “sat” was left out.' */
function unusedText({ reading }: EventPage): string {
  return reading.parts
    .flatMap(({ label, alternatives, unused }) => {
      const date = [label, ...alternatives].join(' or ')
      return unused === undefined ? [] : ` The date is ${date}; ${inQuotationMarks(unused)} was left out.`
    })
    .join('')
}
