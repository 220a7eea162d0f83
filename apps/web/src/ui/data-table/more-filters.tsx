import type { ReactNode } from 'react'
import { useCommands } from '#web/lib/commands/use-commands.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { FilterIcon } from '#web/ui/icons.ts'
import { LazyPart } from '#web/ui/overlay/lazy-part.tsx'
import { useLazyPopover } from '#web/ui/overlay/use-lazy-popover.ts'
import type { TableFilter } from './table-filter.ts'

interface MoreFiltersProps {
  filters: readonly TableFilter[]
  /** Sorts a list of cards, which has no column headers. */
  sort: ReactNode
}

const loadPopover = async () => ({ default: (await import('./filters-popover.tsx')).FiltersPopover })

/** The filters that are not in the filter line, with the number of those that are set. */
export function MoreFilters({ filters, sort }: MoreFiltersProps) {
  const { open, wasOpened, buttonProps, popoverProps } = useLazyPopover(loadPopover)
  const count = filters.filter(({ isSet }) => isSet).length
  useCommands('Table', [{ id: 'table.filters', title: 'More filters', run: open }])
  return (
    <>
      <Button
        {...buttonProps}
        size="sm"
        aria-label={count === 0 ? 'More filters' : `More filters, ${count} set`}
        icon={<FilterIcon aria-hidden className="size-4" />}
        className="@max-[35rem]:gap-0 @max-[35rem]:px-2.5"
      >
        <span className="@max-[35rem]:sr-only">More filters</span>
        {count > 0 && (
          <span className="tabular ml-1.5 inline-flex size-4.5 items-center justify-center rounded-full bg-accent text-2xs text-on-accent">
            {count}
          </span>
        )}
      </Button>
      {wasOpened && (
        <LazyPart
          load={loadPopover}
          props={{
            filters,
            sort,
            ...popoverProps,
          }}
        />
      )}
    </>
  )
}
