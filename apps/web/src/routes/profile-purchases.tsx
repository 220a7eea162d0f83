import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { readOrderFilter, writeOrderFilter } from '#web/features/orders/order-filter.ts'
import { OrderPanel } from '#web/features/orders/order-panel.tsx'
import { Purchases } from '#web/features/orders/purchases.tsx'
import { ListAndDetail } from '#web/ui/list-and-detail.tsx'

interface ProfilePurchasesProps {
  /** What the address says: what the list is narrowed to, and which order is open beside it. */
  address: Parameters<typeof readOrderFilter>[0] & { order?: string | undefined }
}

/** The tab "Purchases" of the profile area (product.md §7). */
export default function ProfilePurchases({ address }: ProfilePurchasesProps) {
  const { order } = address
  const navigate = useNavigate({ from: '/profile' })
  const close = useCallback(
    () =>
      void navigate({
        to: '/profile',
        search: (known) => ({ ...known, tab: 'purchases', order: undefined }),
      }),
    [navigate],
  )
  return (
    <ListAndDetail
      list={
        <Purchases
          filter={readOrderFilter(address)}
          onFilter={(filter) =>
            void navigate({
              to: '/profile',
              search: { tab: 'purchases', order, ...writeOrderFilter(filter) },
              // Each letter typed is not a page of its own to go back to.
              replace: true,
            })
          }
        />
      }
      detail={order === undefined ? null : <OrderPanel key={order} id={order} onClose={close} />}
    />
  )
}
