import { useQueryClient } from '@tanstack/react-query'
import type { WireQuote } from '@terrace/contracts/quote-shapes'
import { quotesRoutes } from '@terrace/contracts/quotes'
import { clockOffset } from '#web/lib/clock-offset.ts'
import { onOwnClock } from '#web/lib/own-clock.ts'
import { Countdown } from '#web/ui/countdown.tsx'
import { isStanding } from './quote-texts.ts'

/** Counting down by the server's clock while the quote stands, then when it ended; nothing of one that time did not end. */
export function TimeLeft({ quote }: { quote: Pick<WireQuote, 'status' | 'expires_at' | 'title'> }) {
  const queryClient = useQueryClient()
  if (quote.status === 'Expired') {
    return <span className="text-muted">since {onOwnClock(quote.expires_at)}</span>
  }
  if (!isStanding(quote)) return null
  return (
    <Countdown
      key={quote.expires_at}
      label={`Time left of ${quote.title}`}
      expiresAt={quote.expires_at}
      offset={clockOffset()}
      isQuiet
      onExpire={() => {
        for (const name of [quotesRoutes.list.name, quotesRoutes.one.name]) {
          void queryClient.invalidateQueries({ queryKey: [name] })
        }
      }}
      className="[&_[role=timer]]:text-sm [&_svg]:hidden"
    />
  )
}
