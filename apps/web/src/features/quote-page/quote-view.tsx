import type { WireClientQuote } from '@terrace/contracts/quote-page'
import { useEffect, useState } from 'react'
import { rateDateText } from '#web/lib/format/rate-date-text.ts'
import { useServerNow } from '#web/lib/hooks/use-server-now.ts'
import { cx } from '#web/ui/cx.ts'
import { ResponseSummary } from './response/response-summary.tsx'
import { ResponsePanel } from './response/response-panel.tsx'
import { QuoteEventHeader } from './header/quote-event-header.tsx'
import { venueToday } from './header/event-copy.ts'
import { unavailableOfferIds } from './response/unavailable-offer-ids.ts'
import { OfferList } from './offers/offer-list.tsx'
import { PlanCard } from './plan/plan-card.tsx'
import { QuoteFooter } from './header/quote-footer.tsx'
import { QuoteHeader } from './header/quote-header.tsx'
import type { QuoteUrl } from './quote-url.ts'
import { ResponseCountdown } from './response/response-countdown.tsx'
import { useBrand } from './header/use-brand.ts'
import { useOfferChanges } from './offers/use-offer-changes.ts'
import { useOfferSelection } from './offers/use-offer-selection.ts'
import type { LoadedQuote } from './use-quote.ts'

interface QuoteViewProps {
  quoteUrl: QuoteUrl
  quote: WireClientQuote
  /** The quote expired while the page was open. */
  isExpired: boolean
  onExpire: () => void
  query: LoadedQuote
}

/** The quote as the client sees it: event, offers, response and map. */
export function QuoteView({ quoteUrl, quote, isExpired, onExpire, query }: QuoteViewProps) {
  const { event, brand, offers, overview } = quote
  const [isSingleOffer, setSingleOffer] = useState(quoteUrl.offerId !== null)
  const [isChanging, setChanging] = useState(false)
  const [hovered, setHovered] = useState<string | null>(null)
  const selection = useOfferSelection(quote, {
    linkedId: quoteUrl.offerId,
    isFullyLoaded: query.more === undefined,
  })
  const changes = useOfferChanges(quote)
  const offered = offers.filter(({ state }) => state !== 'unavailable')
  const selectableNow = offers.flatMap((offer) =>
    offer.state === 'unavailable' ? offer.alternatives : [offer],
  )
  const today = venueToday(event, useServerNow())
  useBrand(brand)
  useEffect(() => {
    document.title = `${quote.title} · ${brand.name}`
  }, [quote.title, brand.name])

  const isOpen = quote.is_open && !isExpired
  const isAwaitingResponse = isOpen && (quote.status === 'Active' || isChanging)
  const linked = isSingleOffer ? offers.find(({ id }) => id === quoteUrl.offerId) : undefined
  const isLinkedOfferMissing = isSingleOffer && linked === undefined && !query.isSearching
  return (
    <div className="flex min-h-dvh flex-col text-base">
      <QuoteHeader brand={brand} />
      <main
        className={cx(
          'mx-auto grid w-full max-w-[68rem] flex-1 content-start gap-x-9 gap-y-6 px-4 py-7 sm:px-6 sm:py-9',
          'lg:grid-cols-[minmax(0,1fr)_21.25rem]',
        )}
      >
        <div className="min-w-0">
          <QuoteEventHeader quote={quote} slug={quoteUrl.slug} />
          {/* On mobile the response panel is far below, so its status and countdown are repeated here. */}
          <div className="mt-4 space-y-2 lg:hidden">
            {!isAwaitingResponse && <ResponseSummary status={quote.status} />}
            {isOpen && <ResponseCountdown expiresAt={quote.expires_at} />}
          </div>
          {isAwaitingResponse && quote.offer_choice === 'one' && query.offerCount > 1 && (
            <p className="mt-6 -mb-3 font-semibold">Choose one of these offers</p>
          )}
          <div className="mt-6">
            {isLinkedOfferMissing && (
              <p role="note" className="mb-4 rounded bg-signal-soft px-4 py-3 text-sm text-signal">
                That offer was removed. Here are the current offers.
              </p>
            )}
            <OfferList
              offers={linked ? [linked] : offers}
              overview={linked ? null : overview}
              selection={selection}
              isOpen={isAwaitingResponse}
              isSingleChoice={quote.offer_choice === 'one'}
              today={today}
              onHover={setHovered}
              more={linked ? undefined : query.more}
            />
            {linked && query.offerCount > 1 && (
              <p className="mt-4">
                <a
                  href={quoteUrl.quotePath}
                  onClick={(click) => {
                    if (click.metaKey || click.ctrlKey || click.shiftKey) return
                    click.preventDefault()
                    setSingleOffer(false)
                  }}
                  className="font-medium text-accent underline underline-offset-3"
                >
                  Show all {query.offerCount} offers
                </a>
              </p>
            )}
          </div>
          <p className="mt-5 text-sm text-muted">
            Prices include all fees
            {isOpen && quote.is_price_locked ? ' and are locked until the quote expires' : ''}.
            {quote.rate_date !== null &&
              ` Converted to ${quote.currency} at ${rateDateText(quote.rate_date)}.`}
            {isOpen && ` Availability is live. Seats are reserved once ${brand.name} confirms.`}
          </p>
          <p role="status" className="sr-only">
            {changes}
          </p>
        </div>
        <div className="flex min-w-0 flex-col gap-4 self-start lg:sticky lg:top-6">
          <ResponsePanel
            slug={quoteUrl.slug}
            quote={quote}
            selection={selection}
            isOpen={isOpen}
            isChanging={isChanging}
            setChanging={setChanging}
            onExpire={onExpire}
            onResponded={query.applyResponse}
            onRejected={(error) => {
              selection.remove(unavailableOfferIds(error))
              query.refetch()
            }}
          />
          {quote.has_plan && (
            <PlanCard
              slug={quoteUrl.slug}
              highlights={{
                offered: overview?.sections ?? offered.map(({ section }) => section),
                selected: selection.selected.map(({ offer }) => offer.section),
                // An unavailable offer has no card to point at.
                hovered: selectableNow.some(({ section }) => section === hovered) ? hovered : null,
                isComplete: overview !== null || query.more === undefined,
              }}
            />
          )}
        </div>
      </main>
      <QuoteFooter broker={brand} />
    </div>
  )
}
