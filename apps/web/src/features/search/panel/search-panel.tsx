import { useRef, useState } from 'react'
import { useCommands } from '#web/lib/commands/use-commands.ts'
import { useLazyComponent, type ComponentLoader } from '#web/lib/hooks/use-lazy-component.ts'
import { useListNavigation } from '#web/lib/hooks/use-list-navigation.ts'
import { useDebouncedText } from '#web/lib/hooks/use-debounced-text.ts'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { SearchField } from '#web/ui/controls/search-field.tsx'
import { saveRecentSearch } from './recent-searches.ts'
import type { SearchState } from '#web/features/search/query/search-state.ts'

/** Results below the field. Includes the search client, so it is loaded on first use. */
export interface ResultsProps {
  searchState: SearchState
  onSearchChange: (searchState: SearchState) => void
  /** Called when the rows shown belong to this search. */
  onLoaded: (searchState: SearchState) => void
}

export type LoadResults = ComponentLoader<ResultsProps>

interface SearchPanelProps {
  searchState: SearchState
  onSearchChange: (searchState: SearchState) => void
  loadResults: LoadResults
  onOpenResult?: () => void
}

/** Event rows, or other results when there are no events. */
const rowSelector = '[data-events] a[href]'

/**
 * Search field with live results. The field renders before the results have loaded, so no key press is lost; Enter
 * waits for the current results and opens the first one.
 */
export function SearchPanel({ searchState, onSearchChange, loadResults, onOpenResult }: SearchPanelProps) {
  const results = useLazyComponent(loadResults)
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const { text, setText, flush } = useDebouncedText(searchState.text, (typed) =>
    onSearchChange({ ...searchState, text: typed }),
  )
  const [loadedState, setLoadedState] = useState<SearchState | null>(null)
  const isCurrent = loadedState === searchState && text.trim() === searchState.text
  // Text whose first result opens as soon as it loads.
  const textToOpen = useRef<string | null>(null)
  const keys = useListNavigation({ list, field, selector: rowSelector, onEnter })
  function selectField() {
    field.current?.focus()
    field.current?.select()
  }
  useCommands('Search', [
    { id: 'search.field', title: 'Go to the search field', key: '/', run: selectField },
    { id: 'search.results', title: 'Move between results', widgetKeys: ['↑', '↓'], run: null },
  ])

  function onEnter(first: HTMLElement | undefined) {
    // Enter in an empty field opens nothing.
    if (text.trim() === '') return
    if (isCurrent) first?.click()
    else {
      textToOpen.current = text.trim()
      flush()
    }
  }

  function onLoaded(loadedSearch: SearchState) {
    setLoadedState(loadedSearch)
    if (textToOpen.current !== loadedSearch.text) return
    textToOpen.current = null
    list.current?.querySelector<HTMLElement>(rowSelector)?.click()
  }

  return (
    <div className="mx-auto w-full max-w-400 px-4 pt-5 sm:px-5 sm:pt-8">
      <SearchField
        label="Search events"
        placeholder="Team, event, venue or city"
        size="lg"
        shortcut="/"
        value={text}
        onChange={(typed) => {
          textToOpen.current = null
          setText(typed)
        }}
        onKeyDown={keys.onFieldKeyDown}
        isLoading={!isCurrent && text.trim() !== ''}
        inputRef={field}
        autoFocus
      />
      {/* Handles bubbled arrow keys and clicks of its links; not a control itself. */}
      <div
        ref={list}
        role="presentation"
        onKeyDown={keys.onListKeyDown}
        onClick={({ target, ctrlKey, metaKey, shiftKey }) => {
          if (!(target instanceof Element) || !target.closest('a[href]')) return
          saveRecentSearch(searchState.text)
          // Opening a result in a new tab leaves the search open.
          if (!ctrlKey && !metaKey && !shiftKey) onOpenResult?.()
        }}
      >
        {results.isFailed && (
          <ErrorState
            title="Couldn’t load search"
            message="Your search won’t be lost."
            onRetry={results.retry}
            isOffline={!navigator.onLine}
          />
        )}
        {results.Loaded && (
          <results.Loaded searchState={searchState} onSearchChange={onSearchChange} onLoaded={onLoaded} />
        )}
      </div>
    </div>
  )
}
