import { loadOrderPanel } from '#web/features/orders/load-order-panel.ts'
import { orderColumns } from '#web/features/orders/order-columns.tsx'
import { orderFilterKeys, orderFilterParams, parseOrderFilter } from '#web/features/orders/order-filter.ts'
import { Purchases } from '#web/features/orders/purchases.tsx'
import { useIdlePreload } from '#web/lib/hooks/use-idle-preload.ts'
import { detailSkeleton } from '#web/ui/layout/detail-skeleton.tsx'
import { ListAndDetail } from '#web/ui/layout/list-and-detail.tsx'
import { LazyPart } from '#web/ui/overlay/lazy-part.tsx'
import type { ProfileAddress } from './address.ts'
import { profileTable, useProfileTable } from './use-profile-table.tsx'

const purchasesTable = profileTable({
  tab: 'purchases',
  itemKey: 'order',
  filterKeys: orderFilterKeys,
  parseFilter: parseOrderFilter,
  filterParams: orderFilterParams,
  columns: orderColumns,
})

export default function ProfilePurchases({ address }: { address: ProfileAddress }) {
  const { order } = address
  useIdlePreload(loadOrderPanel)
  const { table, renderItemLink, close } = useProfileTable(purchasesTable, address)
  return (
    <ListAndDetail
      list={<Purchases table={table} renderItemLink={renderItemLink} />}
      detail={
        order === undefined ? null : (
          <LazyPart
            key={order}
            load={loadOrderPanel}
            pending={detailSkeleton}
            props={{ id: order, onClose: close }}
          />
        )
      }
    />
  )
}
