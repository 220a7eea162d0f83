import { useQuery } from '@tanstack/react-query'
import type { Reading } from '@terrace/domain/search/event-search'
import { inQuotationMarks } from '#web/lib/format/quotation-marks.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { SearchIcon } from '#web/ui/icons.ts'
import { suggestionQuery } from '#web/features/search/query/suggestion-query.ts'
import {
  countFilters,
  emptySearch,
  parseEventId,
  withoutFilters,
  type SearchState,
} from '#web/features/search/query/search-state.ts'

export interface NoMatchProps {
  searchState: SearchState
  onSearchChange: (searchState: SearchState) => void
  understood: Reading | undefined
  /** Whether these results belong to an earlier search. */
  isStale: boolean
}

export function NoMatch({ searchState, onSearchChange, understood, isStale }: NoMatchProps) {
  const { text } = searchState
  const filters = countFilters(searchState)
  const meaning = isStale ? undefined : meaningOf(understood)
  const suggestion = useQuery({
    ...suggestionQuery(text),
    enabled: text !== '' && parseEventId(text) === undefined && meaning === undefined && !isStale,
  })
  const suggestedText = isStale || meaning !== undefined ? undefined : suggestion.data
  return (
    <EmptyState
      icon={<SearchIcon />}
      title={meaning === undefined ? titleOf(searchState) : `No events for ${meaning}`}
      message={emptyAdvice(searchState, meaning !== undefined)}
      action={
        <span className="flex flex-wrap justify-center gap-2">
          {typeof suggestedText === 'string' && (
            <Button tone="primary" onPress={() => onSearchChange({ ...searchState, text: suggestedText })}>
              Did you mean “{suggestedText}”?
            </Button>
          )}
          {filters > 0 && (
            <Button onPress={() => onSearchChange(withoutFilters(searchState))}>Clear filters</Button>
          )}
          {text !== '' && filters === 0 && (
            <Button onPress={() => onSearchChange(emptySearch)}>Clear search</Button>
          )}
        </span>
      }
    />
  )
}

/** What the whole text was understood as; undefined when words remain, which may be misspelt. */
function meaningOf(understood: Reading | undefined): string | undefined {
  if (!understood || understood.parts.length === 0 || understood.words.length > 0) return undefined
  return understood.parts.map(({ label }) => label).join(' · ')
}

function titleOf(searchState: SearchState): string {
  if (searchState.text !== '') return `No match for ${inQuotationMarks(searchState.text)}`
  return countFilters(searchState) > 0 ? 'No events match these filters' : 'No upcoming events'
}

function emptyAdvice(searchState: SearchState, isUnderstood: boolean): string {
  if (parseEventId(searchState.text) !== undefined) return 'No upcoming event matches that number or link.'
  if (countFilters(searchState) > 0) return 'Try other dates, categories or cities.'
  if (searchState.text === '' || isUnderstood) return 'New events appear here as they are announced.'
  return 'Type the start of a team, event, venue or city.'
}
