import type { WireVisitorQuote } from '@terrace/contracts/quote-page'
import { useEffect, useState } from 'react'
import { useServerNow } from '#web/lib/use-server-now.ts'
import { cx } from '#web/ui/cx.ts'
import { AnswerBrief } from './answer-brief.tsx'
import { AnswerPanel } from './answer-panel.tsx'
import { EventHead } from './event-head.tsx'
import { venueToday } from './event-words.ts'
import { goneOf } from './gone-offers.ts'
import { OfferList } from './offer-list.tsx'
import { PlanCard } from './plan-card.tsx'
import { QuoteFooter } from './quote-footer.tsx'
import { QuoteHeader } from './quote-header.tsx'
import type { QuotePlace } from './quote-place.ts'
import { TimeLeft } from './time-left.tsx'
import { useBrand } from './use-brand.ts'
import { useChanges } from './use-changes.ts'
import { useChoice } from './use-choice.ts'
import type { LoadedQuote } from './use-quote.ts'

interface QuoteViewProps {
  place: QuotePlace
  quote: WireVisitorQuote
  /** Its time has run out while the page was open. */
  isOver: boolean
  onExpire: () => void
  query: LoadedQuote
}

/** The quote as the client sees it: what it is for, the offers, and beside them the answer and the plan. */
export function QuoteView({ place, quote, isOver, onExpire, query }: QuoteViewProps) {
  const { event, brand, offers, overview } = quote
  const [isAlone, setAlone] = useState(place.offerId !== null)
  const [isChanging, setChanging] = useState(false)
  const [pointed, setPointed] = useState<string | null>(null)
  const choice = useChoice(quote, { linkedId: place.offerId, isWhole: query.more === undefined })
  const changes = useChanges(quote)
  const offered = offers.filter(({ state }) => state !== 'gone')
  const standing = offers.flatMap((offer) => (offer.state === 'gone' ? offer.alternatives : [offer]))
  const today = venueToday(event, useServerNow())
  useBrand(brand)
  useEffect(() => {
    document.title = `${quote.title} · ${brand.name}`
  }, [quote.title, brand.name])

  const isOpen = quote.is_open && !isOver
  const isAsked = isOpen && (quote.status === 'Active' || isChanging)
  const linked = isAlone ? offers.find(({ id }) => id === place.offerId) : undefined
  const isLost = isAlone && linked === undefined && !query.isLookedFor
  return (
    <div className="flex min-h-dvh flex-col text-base">
      <QuoteHeader brand={brand} />
      <main
        className={cx(
          'mx-auto grid w-full max-w-[68rem] flex-1 content-start gap-x-9 gap-y-6 px-4 py-7 sm:px-6 sm:py-9',
          'lg:grid-cols-[minmax(0,1fr)_21.25rem]',
          // The bar at the lower edge covers nothing that cannot be scrolled out from under it.
          isAsked && 'max-lg:pb-28',
        )}
      >
        <div className="min-w-0">
          <EventHead quote={quote} />
          {/* On a phone the panel that counts and says what was answered stands far below. */}
          <div className="mt-4 space-y-2 lg:hidden">
            {!isAsked && <AnswerBrief status={quote.status} />}
            {isOpen && <TimeLeft expiresAt={quote.expires_at} />}
          </div>
          <div className="mt-6">
            {isLost && (
              <p role="note" className="mb-4 rounded bg-signal-soft px-4 py-3 text-sm text-signal">
                The offer of this link is no longer part of the quote. These are the ones that are.
              </p>
            )}
            <OfferList
              offers={linked ? [linked] : offers}
              overview={linked ? null : overview}
              choice={choice}
              isOpen={isAsked}
              today={today}
              onPoint={setPointed}
              more={linked ? undefined : query.more}
            />
            {linked && query.offerCount > 1 && (
              <p className="mt-4">
                <a
                  href={place.whole}
                  onClick={(press) => {
                    if (press.metaKey || press.ctrlKey || press.shiftKey) return
                    press.preventDefault()
                    setAlone(false)
                  }}
                  className="font-medium text-accent underline underline-offset-3"
                >
                  Show all {query.offerCount} offers
                </a>
              </p>
            )}
          </div>
          <p className="mt-5 text-sm text-muted">
            Prices include everything
            {isOpen && quote.is_price_locked ? ' and stay as they are while the quote is open' : ''}.
            {isOpen && ` Availability is live; seats are kept once ${brand.name} confirms.`}
          </p>
          <p role="status" className="sr-only">
            {changes}
          </p>
        </div>
        <div className="flex min-w-0 flex-col gap-4 self-start lg:sticky lg:top-6">
          <AnswerPanel
            slug={place.slug}
            quote={quote}
            choice={choice}
            isOpen={isOpen}
            isChanging={isChanging}
            setChanging={setChanging}
            onExpire={onExpire}
            onAnswered={query.take}
            onRefused={(error) => {
              choice.drop(goneOf(error))
              query.renew()
            }}
          />
          {quote.has_plan && (
            <PlanCard
              slug={place.slug}
              marks={{
                offered: overview?.sections ?? offered.map(({ section }) => section),
                chosen: choice.chosen.map(({ offer }) => offer.section),
                // What is gone has no card that the pointer could be on.
                pointed: standing.some(({ section }) => section === pointed) ? pointed : null,
                isWhole: overview !== null || query.more === undefined,
              }}
            />
          )}
        </div>
      </main>
      <QuoteFooter broker={brand} />
    </div>
  )
}
