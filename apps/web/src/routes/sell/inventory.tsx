import { useLocation, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { inventoryColumns } from '#web/features/inventory/grid/columns.tsx'
import {
  inventoryFilterKeys,
  inventoryFilterParams,
  parseInventoryFilter,
} from '#web/features/inventory/filter/inventory-filter.ts'
import { Inventory } from '#web/features/inventory/inventory.tsx'
import { useTitle } from '#web/lib/hooks/use-title.ts'
import { parseTableLayout, tableLayoutParams } from '#web/ui/data-table/table-layout.ts'
import { useTableAddress } from '#web/ui/data-table/use-table-address.ts'
import { paramsOfView } from '#web/ui/data-table/views/saved-views.ts'

import { searchUpcomingEvents } from './load-event-search.ts'

/** A seller's inventory; filters, sort, columns, view and the open listing are in the URL. */
export default function SellInventory() {
  useTitle('Inventory')
  const columns = inventoryColumns(false)
  const navigate = useNavigate()
  const search = useLocation({ select: (location) => location.search })
  const address = useMemo(() => addressOf(search), [search])
  const go = (changed: Record<string, string | undefined>, replace: boolean) =>
    void navigate({
      to: '/sell/$',
      params: { _splat: 'inventory' },
      search: (known) => ({ ...known, ...changed }),
      replace,
    })
  const { params, change, views, widths } = useTableAddress({
    table: 'inventory',
    filterKeys: inventoryFilterKeys,
    address,
    normalize: (all) => ({
      ...inventoryFilterParams(parseInventoryFilter(all)),
      ...tableLayoutParams(parseTableLayout(all, columns)),
    }),
    navigate: (changed, { replace }) => go(changed, replace),
  })
  const layout = useMemo(() => parseTableLayout(params, columns), [params, columns])
  const filter = useMemo(() => parseInventoryFilter(params), [params])
  return (
    <Inventory
      table={{
        filter,
        onFilter: (changed) => change({ ...inventoryFilterParams(changed), ...tableLayoutParams(layout) }),
        layout,
        onLayout: (changed) => change(tableLayoutParams(changed)),
        views,
        widths,
      }}
      searchEvents={searchUpcomingEvents}
      openId={address.listing}
      onOpen={(listing) => go({ listing }, false)}
    />
  )
}

/** The URL's own parameters as texts; of a repeated one, nothing counts. */
function addressOf(search: object) {
  const values = new Map<string, unknown>(Object.entries(search))
  const text = (key: string) => {
    const value = values.get(key)
    return typeof value === 'string' ? value : undefined
  }
  return { ...paramsOfView(inventoryFilterKeys, text), view: text('view'), listing: text('listing') }
}
