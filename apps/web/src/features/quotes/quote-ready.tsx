import { Link } from '@tanstack/react-router'
import type { WireQuoteWhole } from '@terrace/contracts/quote-shapes'
import { formatTickets } from '@terrace/domain/tickets'
import { clockOffset } from '#web/lib/clock-offset.ts'
import { priceText } from '#web/lib/price.ts'
import { Countdown } from '#web/ui/countdown.tsx'
import { QuoteShare } from './quote-share.tsx'

/** A quote that was just made: its link, and what it comes to by the server's own figures. */
export function QuoteReady({ quote, onLeave }: { quote: WireQuoteWhole; onLeave: () => void }) {
  const { totals } = quote
  return (
    <div className="space-y-6">
      <QuoteShare quote={quote} isFresh />
      <dl className="tabular flex flex-wrap gap-x-10 gap-y-3 rounded bg-sunken px-4 py-3 text-sm">
        {totals && (
          <>
            <div>
              <dt className="text-muted">Client pays for {formatTickets(totals.quantity)}</dt>
              <dd className="text-lg font-semibold">{priceText(totals.client_total)}</dd>
            </div>
            <div>
              <dt className="text-muted">Your net margin</dt>
              <dd className="text-lg font-semibold">{priceText(totals.net_commission)}</dd>
            </div>
          </>
        )}
        <div>
          <dt className="text-muted">Open for</dt>
          <dd>
            <Countdown
              label="Time left of the quote"
              expiresAt={quote.expires_at}
              offset={clockOffset()}
              isQuiet
              className="[&_svg]:hidden"
            />
          </dd>
        </div>
      </dl>
      <p className="text-sm text-muted">
        You are told here and by mail when the client answers. The quote stands among{' '}
        <Link
          to="/profile"
          search={{ tab: 'quotes', quote: quote.id }}
          onClick={onLeave}
          className="rounded-sm font-semibold text-accent underline"
        >
          your quotes
        </Link>
        .
      </p>
    </div>
  )
}
