import { useQuery } from '@tanstack/react-query'
import { StatusPill } from '#web/ui/data-display/badge.tsx'
import { DetailBody } from '#web/ui/layout/detail-body.tsx'
import { DetailPanel } from '#web/ui/layout/detail-panel.tsx'
import { TicketIcon } from '#web/ui/icons.ts'
import { Skeleton, SkeletonRegion } from '#web/ui/feedback/skeleton.tsx'
import { OrderDetail } from './order-detail.tsx'
import { placedAtText, statusStyle } from './order-texts.ts'
import { orderQuery } from './queries.ts'

interface OrderPanelProps {
  id: string
  onClose: () => void
}

export function OrderPanel({ id, onClose }: OrderPanelProps) {
  const query = useQuery(orderQuery(id))
  const { data: order } = query
  const badge = order && statusStyle(order.status)
  return (
    <DetailPanel
      entity="order"
      list="purchases"
      title={order ? `Order ${order.number}` : 'Order'}
      subtitle={order && `Placed ${placedAtText(order.placed_at)}`}
      status={badge && <StatusPill tone={badge.tone}>{badge.label}</StatusPill>}
      isPending={query.isPending}
      onClose={onClose}
    >
      <DetailBody query={query} entity="order" icon={<TicketIcon />} skeleton={<OrderDetailSkeleton />}>
        {(fullOrder) => <OrderDetail order={fullOrder} />}
      </DetailBody>
    </DetailPanel>
  )
}

function OrderDetailSkeleton() {
  return (
    <SkeletonRegion label="Loading order" className="space-y-4 p-5">
      <Skeleton className="h-4 w-32" />
      {[0, 1].map((line) => (
        <div key={line} className="space-y-2.5 border-t border-line pt-4">
          <Skeleton className="h-4 w-4/5" />
          <Skeleton className="h-3.5 w-3/5" />
          <Skeleton className="h-3.5 w-2/3" />
        </div>
      ))}
      <Skeleton className="h-24 w-full" />
    </SkeletonRegion>
  )
}
