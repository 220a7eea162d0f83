import { Link, useNavigate } from '@tanstack/react-router'
import type { PreferenceTable } from '@terrace/contracts/preferences'
import { useCallback } from 'react'
import { parseFilterText } from '#web/lib/url/filter-text.ts'
import type { FilteredTable, RenderItemLink } from '#web/ui/data-table/filtered-table.ts'
import { parseTableLayout, tableLayoutParams, type LayoutColumn } from '#web/ui/data-table/table-layout.ts'
import { useTableAddress, type TableAddress } from '#web/ui/data-table/use-table-address.ts'
import type { ViewParams } from '#web/ui/data-table/views/saved-views.ts'
import type { ProfileAddress, ProfileTab } from './address.ts'

type TableTab = PreferenceTable & ProfileTab

/** What a tab's table has in the URL. Defined once per tab, outside its component. */
interface ProfileTable<FilterKey extends string, Filter> {
  tab: TableTab
  /** The URL's parameter with the item that is open next to the list. */
  itemKey?: 'client' | 'hold' | 'listing' | 'order' | 'quote'
  filterKeys: readonly FilterKey[]
  /** Ignores invalid values. */
  parseFilter: (params: ViewParams<FilterKey>) => Filter
  filterParams: (filter: Filter) => ViewParams<FilterKey>
  columns: readonly LayoutColumn[]
}

export const profileTable = <FilterKey extends string, Filter>(
  table: ProfileTable<FilterKey, Filter>,
): ProfileTable<FilterKey, Filter> => table

/** The only filter of some tables: a text. */
export const textFilter = {
  filterKeys: ['q'],
  parseFilter: ({ q }: ViewParams<'q'>) => parseFilterText(q),
  filterParams: (text: string) => ({ q: text || undefined }),
} as const

/** The table of a profile tab as its URL says, and the actions that change the URL. */
export function useProfileTable<FilterKey extends string, Filter>(
  { tab, itemKey, filterKeys, parseFilter, filterParams, columns }: ProfileTable<FilterKey, Filter>,
  address: TableAddress<FilterKey>,
): {
  table: FilteredTable<Filter>
  renderItemLink: RenderItemLink
  open: (id: string) => void
  close: () => void
} {
  const navigate = useNavigate({ from: '/profile' })
  const { params, change, views, widths } = useTableAddress({
    table: tab,
    filterKeys,
    address,
    normalize: (all) => ({
      ...filterParams(parseFilter(all)),
      ...tableLayoutParams(parseTableLayout(all, columns)),
    }),
    navigate: (search, options) => void navigate({ to: '/profile', search: inTab(tab, search), ...options }),
  })
  const show = useCallback(
    (id: string | undefined) =>
      void navigate({ to: '/profile', search: inTab(tab, itemKey ? { [itemKey]: id } : {}) }),
    [navigate, tab, itemKey],
  )
  const close = useCallback(() => show(undefined), [show])
  return {
    table: {
      filter: parseFilter(params),
      onFilter: (filter) => change(filterParams(filter)),
      layout: parseTableLayout(params, columns),
      onLayout: (layout) => change(tableLayoutParams(layout)),
      views,
      widths,
    },
    renderItemLink: (id, props) => (
      <Link from="/profile" to="/profile" search={inTab(tab, itemKey ? { [itemKey]: id } : {})} {...props} />
    ),
    open: show,
    close,
  }
}

/** Keeps the other parameters of the URL. */
const inTab = (tab: TableTab, changed: ProfileAddress) => (known: ProfileAddress) => ({
  ...known,
  tab,
  ...changed,
})
