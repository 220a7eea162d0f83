import { Link } from '@tanstack/react-router'
import type { WireQuoteDetail } from '@terrace/contracts/quote-shapes'
import { clockOffset } from '#web/lib/clock-offset.ts'
import { Countdown } from '#web/ui/data-display/countdown.tsx'
import { conversionRates } from '#web/lib/format/rate-text.ts'
import { ExchangeRates } from '#web/ui/data-display/exchange-rates.tsx'
import { SignedRange } from '#web/features/quotes/signed-range.tsx'
import { clientPaysLabel, clientTotalText, marginSpan, totalsSpan } from '#web/features/quotes/quote-texts.ts'
import { QuoteShare } from '#web/features/quotes/share/quote-share.tsx'

/** A quote that was just created: its link and the server's totals. */
export function QuoteReady({ quote, onNavigate }: { quote: WireQuoteDetail; onNavigate: () => void }) {
  const totals = totalsSpan(quote)
  return (
    <div className="space-y-6">
      <QuoteShare quote={quote} isFresh />
      <dl className="tabular flex flex-wrap gap-x-10 gap-y-3 rounded bg-sunken px-4 py-3 text-sm">
        {totals && (
          <>
            <div>
              <dt className="text-muted">{clientPaysLabel(quote)}</dt>
              <dd>
                <span className="text-lg font-semibold">{clientTotalText(totals)}</span>
                <ExchangeRates rates={conversionRates(quote.exchange_rates, quote.currency)} />
              </dd>
            </div>
            <div>
              <dt className="text-muted">Margin</dt>
              <dd className="text-lg font-semibold">
                <SignedRange {...marginSpan(totals)} />
              </dd>
            </div>
          </>
        )}
        <div>
          <dt className="text-muted">Expires in</dt>
          <dd>
            <Countdown
              label="Time left"
              expiresAt={quote.expires_at}
              offset={clockOffset()}
              isSilent
              className="[&_svg]:hidden"
            />
          </dd>
        </div>
      </dl>
      <p className="text-sm text-muted">
        We’ll notify you here and by email when the client responds. Find the quote in{' '}
        <Link
          to="/profile"
          search={{ tab: 'quotes', quote: quote.id }}
          onClick={onNavigate}
          className="rounded-sm font-semibold text-accent underline"
        >
          your quotes
        </Link>
        .
      </p>
    </div>
  )
}
