import { useQuery } from '@tanstack/react-query'
import { DetailBody } from '#web/ui/layout/detail-body.tsx'
import { DetailPanel } from '#web/ui/layout/detail-panel.tsx'
import { Skeleton, SkeletonRegion } from '#web/ui/feedback/skeleton.tsx'
import { UserIcon } from '#web/ui/icons.ts'
import { clientQuery } from '#web/features/clients/queries.ts'
import { ClientDetail, type ClientStatuses } from './client-detail.tsx'

interface ClientPanelProps extends ClientStatuses {
  id: string
  onClose: () => void
  onDeleted: () => void
}

/** A client with their quotes and orders, opened next to the list. */
export function ClientPanel({ id, onClose, onDeleted, ...statuses }: ClientPanelProps) {
  const query = useQuery(clientQuery(id))
  const { data } = query
  return (
    <DetailPanel
      entity="client"
      list="clients"
      title={data?.client.name ?? 'Client'}
      subtitle={data?.client.company}
      isPending={query.isPending}
      onClose={onClose}
    >
      <DetailBody query={query} entity="client" icon={<UserIcon />} skeleton={<ClientSkeleton />}>
        {({ client, is_owner: isOwner, quote_count: quoteCount, order_count: orderCount, ...latest }) => (
          <ClientDetail
            client={client}
            {...latest}
            quoteCount={quoteCount}
            orderCount={orderCount}
            isOwner={isOwner}
            onDeleted={onDeleted}
            {...statuses}
          />
        )}
      </DetailBody>
    </DetailPanel>
  )
}

function ClientSkeleton() {
  return (
    <SkeletonRegion label="Loading the client" className="space-y-4 p-4 sm:p-5">
      <Skeleton className="h-8 w-24" />
      <Skeleton className="h-4 w-64" />
      <Skeleton className="h-4 w-48" />
      <Skeleton className="h-4 w-56" />
    </SkeletonRegion>
  )
}
