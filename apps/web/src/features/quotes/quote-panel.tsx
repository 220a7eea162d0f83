import { useQuery } from '@tanstack/react-query'
import { StatusPill } from '#web/ui/badge.tsx'
import { DetailBody } from '#web/ui/detail-body.tsx'
import { DetailPanel } from '#web/ui/detail-panel.tsx'
import { QuoteIcon } from '#web/ui/icons.ts'
import { quoteQuery } from './queries.ts'
import { QuoteDetail, QuoteDetailSkeleton } from './quote-detail.tsx'
import { eventText, statusTones } from './quote-texts.ts'

interface QuotePanelProps {
  id: string
  onClose: () => void
  /** Another one is to stand here, such as the copy that was just made. */
  onOpen: (id: string) => void
  /** The quote is held and goes on to the checkout. */
  onCheckout: (id: string) => void
}

/** One quote, opened beside the list of them. */
export function QuotePanel({ id, onClose, ...does }: QuotePanelProps) {
  const query = useQuery(quoteQuery(id))
  const { data: quote } = query
  return (
    <DetailPanel
      thing="quote"
      list="quotes"
      title={quote?.title ?? 'Quote'}
      subtitle={quote && (quote.client_name === null ? eventText(quote) : `for ${quote.client_name}`)}
      status={quote && <StatusPill tone={statusTones[quote.status]}>{quote.status}</StatusPill>}
      isPending={query.isPending}
      onClose={onClose}
    >
      <DetailBody query={query} thing="quote" icon={<QuoteIcon />} skeleton={<QuoteDetailSkeleton />}>
        {(whole) => <QuoteDetail quote={whole} {...does} />}
      </DetailBody>
    </DetailPanel>
  )
}
