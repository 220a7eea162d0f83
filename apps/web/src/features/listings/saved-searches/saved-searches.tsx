import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { WireSavedSearch } from '@terrace/contracts/saved-searches'
import { matchesText } from '#web/lib/commands/match-text.ts'
import { errorText } from '#web/lib/http/api-error.ts'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { wholeList } from '#web/ui/data-table/list-query.ts'
import type { FilteredTable } from '#web/ui/data-table/filtered-table.ts'
import type { TableColumn } from '#web/ui/data-table/table-column.ts'
import { TableAlert } from '#web/ui/data-table/table-alert.tsx'
import { TableList } from '#web/ui/data-table/table-list.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { BellIcon, CloseIcon } from '#web/ui/icons.ts'
import { AlertSwitches } from './alert-switches.tsx'
import { filterText, toFeedParams } from './saved-filter.ts'
import { savedSearchesQuery } from './saved-search-queries.ts'
import { SearchState, searchColumns, searchEventDate } from './search-columns.tsx'
import { useDeleteSearch } from './use-delete-search.ts'

/** The account's saved searches; a row opens its event with the saved filters. */
export function SavedSearches({ table }: { table: FilteredTable<string> }) {
  const { filter: text, onFilter: onSearch, ...layout } = table
  const list = wholeList(useQuery(savedSearchesQuery()))
  const { remove, error } = useDeleteSearch()
  const matching = list.items?.filter((each) => matches(each, text))
  const deleteButton = (search: WireSavedSearch, tabIndex: 0 | -1) => (
    <button
      type="button"
      tabIndex={tabIndex}
      aria-label={`Delete search ${search.name}`}
      onClick={() => remove(search)}
      className="inline-flex size-7 items-center justify-center rounded text-muted hover:bg-ink/6 hover:text-ink max-sm:size-10"
    >
      <CloseIcon aria-hidden className="size-4" />
    </button>
  )
  const columns: readonly TableColumn<WireSavedSearch>[] = [
    ...searchColumns,
    { id: 'delete', title: 'Delete', width: 32, isAction: true, cell: deleteButton },
  ]
  return (
    <TableList
      list={{ ...list, items: matching, total: matching?.length ?? 0, loadAll: async () => matching ?? [] }}
      entity="search"
      entities="searches"
      label="Saved searches"
      columns={columns}
      keyOf={({ id }) => id}
      nameOf={({ name }) => `search ${name}`}
      {...layout}
      renderLink={({ event, filter }, props) => (
        <Link
          to="/tickets/$name/$id"
          params={{ name: event.slug, id: event.id }}
          search={toFeedParams(filter)}
          {...props}
        />
      )}
      renderCard={(search, tabIndex) => (
        <>
          <p className="text-muted">
            {search.event.title} · {searchEventDate(search)}
          </p>
          <p>{filterText(search)}</p>
          <div className="flex flex-wrap items-center justify-between gap-x-3">
            <AlertSwitches search={search} tabIndex={tabIndex} />
            <SearchState search={search} />
            {deleteButton(search, tabIndex)}
          </div>
        </>
      )}
      search={{
        label: 'Search saved searches',
        placeholder: 'Name or event',
        text,
        onChange: onSearch,
      }}
      onClear={text === '' ? undefined : () => onSearch('')}
      noMatchText="No saved searches match this text."
      emptyState={<NoSearches />}
      notice={error !== null && <TableAlert text={errorText(error)} />}
    />
  )
}

const matches = ({ name, event }: WireSavedSearch, text: string) =>
  matchesText(text, { title: name, detail: `${event.title} ${event.venue_name} ${event.city}` })

function NoSearches() {
  return (
    <EmptyState
      icon={<BellIcon />}
      title="No saved searches"
      message="Filter an event’s listings and save the search. We’ll alert you when a listing starts to match."
      action={
        <Link to="/search" className={buttonClass('primary')}>
          Find an event
        </Link>
      }
    />
  )
}
