import { useQuery } from '@tanstack/react-query'
import { refusal } from '#web/lib/http/refusals.ts'
import { ExplainedButton } from '#web/ui/controls/explained-button.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { TicketIcon } from '#web/ui/icons.ts'
import { DetailBody } from '#web/ui/layout/detail-body.tsx'
import { DetailPanel } from '#web/ui/layout/detail-panel.tsx'
import { listingQuery } from '#web/features/inventory/data/queries.ts'
import type { Fees } from '#web/features/inventory/edit/fees.ts'
import type { RowActions } from '#web/features/inventory/edit/use-row-actions.ts'
import { eventTime, listingName } from '#web/features/inventory/texts.ts'
import { ListingFacts } from './listing-facts.tsx'
import { ListingForm } from './listing-form.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { listingDetailsQuery } from './listing-details-query.ts'
import { ListingSales } from './listing-sales.tsx'
import { ListingSource } from './listing-source.tsx'
import { OwnHoldForm } from './own-hold-form.tsx'
import { PlaceForm } from './place-form.tsx'
import { ListingHistory } from './listing-history.tsx'

export interface ListingPanelProps {
  id: string
  fees: Fees
  actions: RowActions
  onClose: () => void
  /** The rest of the listing has become another one. */
  onMoved: (id: string) => void
}

/** Details of a listing, all of its fields to edit, and its history. */
export function ListingPanel({ id, fees, actions, onClose, onMoved }: ListingPanelProps) {
  const query = useQuery(listingQuery(id))
  const row = query.data
  // Sales and holds arrive with the row.
  const details = useQuery(listingDetailsQuery(id, `${row?.sold} ${row?.held} ${row?.version}`))
  return (
    <DetailPanel
      entity="listing"
      list="listings"
      title={row ? listingName(row) : 'Listing'}
      subtitle={row && `${row.event.title} · ${eventTime(row.event)}`}
      isPending={query.isPending}
      onClose={onClose}
    >
      <DetailBody
        query={query}
        entity="listing"
        icon={<TicketIcon />}
        skeleton={<Skeleton className="m-4 h-64" />}
      >
        {(listing) => (
          <div className="space-y-6 p-4">
            <ListingFacts row={listing} />
            {listing.status !== 'sold_out' && (
              <ExplainedButton
                reason={refusal('list')}
                data-command="publish"
                isFullWidth
                tone={listing.published ? 'secondary' : 'primary'}
                onPress={() => actions.publish(listing)}
              >
                {listing.published ? 'Take off sale' : 'Put on sale'}
              </ExplainedButton>
            )}
            {details.data && <ListingSource {...details.data} />}
            {details.isError && <LoadError title="Couldn’t load the sales" query={details} />}
            {details.data && <ListingSales sales={details.data.sales} />}
            <OwnHoldForm key={`hold ${listing.id}`} row={listing} onSave={actions.save} />
            <PlaceForm
              key={`place ${listing.id}`}
              row={listing}
              onSaved={() => void details.refetch()}
              onMoved={onMoved}
            />
            <ListingForm key={listing.id} row={listing} fees={fees} onSave={actions.save} />
            <ListingHistory id={listing.id} />
          </div>
        )}
      </DetailBody>
    </DetailPanel>
  )
}
