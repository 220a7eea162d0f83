import { useQuery } from '@tanstack/react-query'
import { StatusPill } from '#web/ui/data-display/badge.tsx'
import { DetailBody } from '#web/ui/layout/detail-body.tsx'
import { DetailPanel } from '#web/ui/layout/detail-panel.tsx'
import { QuoteIcon } from '#web/ui/icons.ts'
import { quoteQuery } from '#web/features/quotes/queries.ts'
import { QuoteDetail, QuoteDetailSkeleton } from './quote-detail.tsx'
import { quoteEventDate, statusTones } from '#web/features/quotes/quote-texts.ts'

interface QuotePanelProps {
  id: string
  onClose: () => void
  /** Opens another quote here, such as a new copy. */
  onOpen: (id: string) => void
  /** Called when the quote's tickets are held, to continue to checkout. */
  onCheckout: (id: string) => void
}

/** A quote, opened next to the list. */
export function QuotePanel({ id, onClose, ...handlers }: QuotePanelProps) {
  const query = useQuery(quoteQuery(id))
  const { data: quote } = query
  return (
    <DetailPanel
      entity="quote"
      list="quotes"
      title={quote?.title ?? 'Quote'}
      subtitle={quote && (quote.client_name === null ? quoteEventDate(quote) : `for ${quote.client_name}`)}
      status={quote && <StatusPill tone={statusTones[quote.status]}>{quote.status}</StatusPill>}
      isPending={query.isPending}
      onClose={onClose}
    >
      <DetailBody query={query} entity="quote" icon={<QuoteIcon />} skeleton={<QuoteDetailSkeleton />}>
        {(detail) => <QuoteDetail quote={detail} {...handlers} />}
      </DetailBody>
    </DetailPanel>
  )
}
