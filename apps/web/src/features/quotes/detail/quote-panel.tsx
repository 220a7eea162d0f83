import { eventDateText } from '#web/lib/format/event-date-text.ts'
import { useQuery } from '@tanstack/react-query'
import { StatusPill } from '#web/ui/data-display/badge.tsx'
import { DetailBody } from '#web/ui/layout/detail-body.tsx'
import { DetailPanel } from '#web/ui/layout/detail-panel.tsx'
import { QuoteIcon } from '#web/ui/icons.ts'
import { quoteQuery } from '#web/features/quotes/queries.ts'
import { Skeleton, SkeletonRegion } from '#web/ui/feedback/skeleton.tsx'
import { QuoteDetail } from './quote-detail.tsx'
import { statusTones } from '#web/features/quotes/quote-texts.ts'

interface QuotePanelProps {
  id: string
  onClose: () => void
  /** Opens another quote here, such as a new copy. */
  onOpen: (id: string) => void
  /** Called when the quote's tickets are held, to continue to checkout. */
  onCheckout: (id: string) => void
}

export function QuotePanel({ id, onClose, ...handlers }: QuotePanelProps) {
  const query = useQuery(quoteQuery(id))
  const { data: quote } = query
  return (
    <DetailPanel
      entity="quote"
      list="quotes"
      title={quote?.title ?? 'Quote'}
      subtitle={
        quote && (quote.client_name === null ? eventDateText(quote.event) : `for ${quote.client_name}`)
      }
      status={quote && <StatusPill tone={statusTones[quote.status]}>{quote.status}</StatusPill>}
      isPending={query.isPending}
      onClose={onClose}
    >
      <DetailBody query={query} entity="quote" icon={<QuoteIcon />} skeleton={<QuoteDetailSkeleton />}>
        {(quoteDetail) => <QuoteDetail quote={quoteDetail} {...handlers} />}
      </DetailBody>
    </DetailPanel>
  )
}

function QuoteDetailSkeleton() {
  return (
    <SkeletonRegion label="Loading quote" className="space-y-4 p-5">
      <Skeleton className="h-10 w-full" />
      <Skeleton className="h-12 w-full" />
      <Skeleton className="h-44 w-full" />
      {[0, 1].map((line) => (
        <div key={line} className="space-y-2.5 border-t border-line pt-4">
          <Skeleton className="h-4 w-3/5" />
          <Skeleton className="h-3.5 w-2/3" />
        </div>
      ))}
    </SkeletonRegion>
  )
}
