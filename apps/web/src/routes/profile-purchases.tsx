import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useIdlePreload } from '#web/lib/hooks/use-idle-preload.ts'
import { orderColumns } from '#web/features/orders/order-columns.tsx'
import { orderFilterKeys, orderFilterParams, parseOrderFilter } from '#web/features/orders/order-filter.ts'
import { loadOrderDetail, OrderPanel } from '#web/features/orders/order-panel.tsx'
import { Purchases } from '#web/features/orders/purchases.tsx'
import { parseTableLayout, tableLayoutParams } from '#web/ui/data-table/table-layout.ts'
import type { ViewParams } from '#web/ui/data-table/views/saved-views.ts'
import { useTableAddress, type TableAddress } from '#web/ui/data-table/use-table-address.ts'
import { ListAndDetail } from '#web/ui/layout/list-and-detail.tsx'

interface ProfilePurchasesProps {
  /** The URL's filters, view and open order. */
  address: TableAddress<FilterKey> & { order?: string | undefined }
}

type FilterKey = (typeof orderFilterKeys)[number]

const normalize = (params: ViewParams<FilterKey>): ViewParams<FilterKey> => ({
  ...orderFilterParams(parseOrderFilter(params)),
  ...tableLayoutParams(parseTableLayout(params, orderColumns)),
})

export default function ProfilePurchases({ address }: ProfilePurchasesProps) {
  const { order } = address
  useIdlePreload(loadOrderDetail)
  const navigate = useNavigate({ from: '/profile' })
  const close = useCallback(
    () =>
      void navigate({
        to: '/profile',
        search: (known) => ({ ...known, tab: 'purchases', order: undefined }),
      }),
    [navigate],
  )
  const { params, change, views, widths } = useTableAddress({
    table: 'purchases',
    filterKeys: orderFilterKeys,
    address,
    normalize,
    navigate: (search, options) =>
      void navigate({
        to: '/profile',
        search: (known) => ({ ...known, tab: 'purchases', ...search }),
        ...options,
      }),
  })
  return (
    <ListAndDetail
      list={
        <Purchases
          filter={parseOrderFilter(params)}
          onFilter={(filter) => change(orderFilterParams(filter))}
          layout={parseTableLayout(params, orderColumns)}
          onLayout={(layout) => change(tableLayoutParams(layout))}
          views={views}
          widths={widths}
        />
      }
      detail={order === undefined ? null : <OrderPanel key={order} id={order} onClose={close} />}
    />
  )
}
