import type { ReactNode } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { TableSkeleton } from '#web/ui/data-table/table-skeleton.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { BoxIcon, SearchIcon } from '#web/ui/icons.ts'
import type { InventoryList } from './data/use-inventory-list.ts'

interface InventoryBodyProps {
  list: InventoryList
  isFiltered: boolean
  onClear: () => void
  /** The next steps of a seller without stock. */
  firstSteps: ReactNode
  children: ReactNode
}

/** The rows, or why there are none. */
export function InventoryBody({ list, isFiltered, onClear, firstSteps, children }: InventoryBodyProps) {
  if (list.isPending) return <TableSkeleton label="Loading your listings" />
  if (list.shown === undefined)
    return (
      <LoadError
        title="Couldn’t load your listings"
        query={{ error: list.error, refetch: list.refetch, isFetching: list.isFetching }}
      />
    )
  if (list.total > 0)
    return (
      <div
        aria-busy={list.isStale}
        className={list.isStale ? 'flex min-h-0 flex-1 flex-col opacity-60' : 'flex min-h-0 flex-1 flex-col'}
      >
        {children}
      </div>
    )
  if (isFiltered || list.isStale)
    return (
      <EmptyState
        icon={<SearchIcon />}
        title="No listings match"
        message="Change the filters, or show all listings of upcoming events."
        action={<Button onPress={onClear}>Show all listings</Button>}
      />
    )
  return (
    <EmptyState
      icon={<BoxIcon />}
      title="No stock for upcoming events"
      message="Add a listing by hand, or import a file. Past events are under More filters."
      action={firstSteps}
    />
  )
}
