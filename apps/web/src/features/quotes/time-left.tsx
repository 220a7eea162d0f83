import { useQueryClient } from '@tanstack/react-query'
import type { WireQuote } from '@terrace/contracts/quote-shapes'
import { quotesRoutes } from '@terrace/contracts/quotes'
import { clockOffset } from '#web/lib/clock-offset.ts'
import { inViewerTimeZone } from '#web/lib/format/viewer-time.ts'
import { Countdown } from '#web/ui/data-display/countdown.tsx'
import { isQuoteOpen } from './quote-texts.ts'

/** A countdown while the quote is open, or when it expired. Renders nothing for quotes that ended otherwise. */
export function TimeLeft({ quote }: { quote: Pick<WireQuote, 'status' | 'expires_at' | 'title'> }) {
  const queryClient = useQueryClient()
  if (quote.status === 'Expired') {
    return <span className="text-muted">since {inViewerTimeZone(quote.expires_at)}</span>
  }
  if (!isQuoteOpen(quote)) return null
  return (
    <Countdown
      key={quote.expires_at}
      label={`Time left for ${quote.title}`}
      expiresAt={quote.expires_at}
      offset={clockOffset()}
      isSilent
      onExpire={() => {
        for (const name of [quotesRoutes.list.name, quotesRoutes.one.name]) {
          void queryClient.invalidateQueries({ queryKey: [name] })
        }
      }}
      className="[&_[role=timer]]:text-xs [&_svg]:hidden"
    />
  )
}
