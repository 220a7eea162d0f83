import { useQuery } from '@tanstack/react-query'
import { StatusPill } from '#web/ui/badge.tsx'
import { DetailBody } from '#web/ui/detail-body.tsx'
import { DetailPanel } from '#web/ui/detail-panel.tsx'
import { TicketIcon } from '#web/ui/icons.ts'
import { OrderDetail, OrderDetailSkeleton } from './order-detail.tsx'
import { placedText, statusLook } from './order-texts.ts'
import { orderQuery } from './queries.ts'

interface OrderPanelProps {
  id: string
  onClose: () => void
}

/** One order, opened beside the list of them. */
export function OrderPanel({ id, onClose }: OrderPanelProps) {
  const query = useQuery(orderQuery(id))
  const { data: order } = query
  const look = order && statusLook(order.status)
  return (
    <DetailPanel
      thing="order"
      list="purchases"
      title={order ? `Order ${order.number}` : 'Order'}
      subtitle={order && `Placed ${placedText(order.placed_at)}`}
      status={look && <StatusPill tone={look.tone}>{look.label}</StatusPill>}
      isPending={query.isPending}
      onClose={onClose}
    >
      <DetailBody query={query} thing="order" icon={<TicketIcon />} skeleton={<OrderDetailSkeleton />}>
        {(whole) => <OrderDetail order={whole} />}
      </DetailBody>
    </DetailPanel>
  )
}
