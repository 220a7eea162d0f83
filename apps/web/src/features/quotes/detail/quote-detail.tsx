import { eventDateText } from '#web/lib/format/event-date-text.ts'
import { Link } from '@tanstack/react-router'
import type { WireQuoteDetail } from '@terrace/contracts/quote-shapes'
import { formatTickets } from '@terrace/domain/tickets/format-count'
import type { ReactNode } from 'react'
import { inViewerTimeZone } from '#web/lib/format/viewer-time.ts'
import { Facts, LongFact, type Fact } from '#web/ui/data-display/facts.tsx'
import { AlertTriangleIcon, CheckCircleIcon, InfoIcon } from '#web/ui/icons.ts'
import { Notice } from '#web/ui/layout/panel.tsx'
import { QuoteActions } from './quote-actions.tsx'
import { conversionRates } from '#web/lib/format/rate-text.ts'
import { ExchangeRates } from '#web/ui/data-display/exchange-rates.tsx'
import { SignedRange } from '../signed-range.tsx'
import { QuoteOffers } from './quote-offers.tsx'
import { QuoteShare } from '#web/features/quotes/share/quote-share.tsx'
import {
  clientPaysLabel,
  clientTotalText,
  marginSpan,
  totalsSpan,
  responseText,
  commissionText,
  hasTimeLeft,
  activityText,
  isQuoteOpen,
  viewsText,
  viewTimes,
} from '#web/features/quotes/quote-texts.ts'
import { TimeLeft } from '#web/features/quotes/time-left.tsx'

interface QuoteDetailProps {
  quote: WireQuoteDetail
  onOpen: (id: string) => void
  onCheckout: (id: string) => void
}

/** A quote in full: response, actions, offers with margins, and history. */
export function QuoteDetail({ quote, onOpen, onCheckout }: QuoteDetailProps) {
  return (
    <div className="space-y-6 p-4 sm:p-5">
      <Figures quote={quote} />
      <ClientResponse quote={quote} />
      {quote.has_price_increases && (
        <Notice tone="signal" icon={<AlertTriangleIcon aria-hidden />}>
          The seller raised the price after{' '}
          {quote.response?.kind === 'accepted' ? 'the client accepted' : 'you locked'} it. The client’s price
          stays the same; you cover the difference.
        </Notice>
      )}
      <UnavailableNotice quote={quote} />
      <QuoteActions quote={quote} onOpen={onOpen} onCheckout={onCheckout} />
      {isQuoteOpen(quote) && <QuoteShare quote={quote} />}
      <DetailList quote={quote} />
      <QuoteOffers quote={quote} />
      <History quote={quote} />
    </div>
  )
}

/** What the quote is about at a glance: the client's total, the margin and the time left. */
function Figures({ quote }: { quote: WireQuoteDetail }) {
  const totals = totalsSpan(quote)
  if (!totals && !hasTimeLeft(quote)) return null
  return (
    <dl className="tabular flex flex-wrap gap-x-8 gap-y-3">
      {totals && (
        <>
          <Figure name={clientPaysLabel(quote)}>
            <span className="text-lg font-semibold">{clientTotalText(totals)}</span>
            <ExchangeRates rates={conversionRates(quote.exchange_rates, quote.currency)} />
          </Figure>
          <Figure name="Margin">
            <span className="text-lg font-semibold">
              <SignedRange {...marginSpan(totals)} />
            </span>
          </Figure>
        </>
      )}
      {hasTimeLeft(quote) && (
        <Figure name="Time left">
          <span className="leading-7 [&_[role=timer]]:text-lg [&_[role=timer]]:font-semibold">
            <TimeLeft quote={quote} />
          </span>
        </Figure>
      )}
    </dl>
  )
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function ClientResponse({ quote: { response, order_number: order, order_id } }: { quote: WireQuoteDetail }) {
  return (
    <>
      {order_id !== null && (
        <Notice tone="ok" icon={<CheckCircleIcon aria-hidden />}>
          Bought with{' '}
          <Link
            data-command="order"
            data-title="Open the order"
            to="/profile"
            search={{ tab: 'purchases', order: order_id }}
            className="rounded-sm font-semibold underline"
          >
            order {order ?? order_id}
          </Link>
          .
        </Notice>
      )}
      {response && (
        <Notice
          tone={response.kind === 'accepted' ? 'ok' : 'danger'}
          icon={response.kind === 'accepted' ? <CheckCircleIcon aria-hidden /> : <InfoIcon aria-hidden />}
        >
          <span className="font-semibold">{responseText(response)}</span>
          {response.email !== null && (
            <a href={`mailto:${response.email}`} className="block rounded-sm break-all underline">
              {response.email}
            </a>
          )}
          {response.reason !== null && <span className="block">“{response.reason}”</span>}
        </Notice>
      )}
    </>
  )
}

/** Accepted offers that are no longer available. The client's page shows the same notice. */
function UnavailableNotice({ quote: { status, offers } }: { quote: WireQuoteDetail }) {
  const unavailableCount = offers
    .filter(({ accepted, available, state }) => state === 'unavailable' || available < accepted)
    .reduce((tickets, { accepted }) => tickets + accepted, 0)
  if (status !== 'Accepted' || unavailableCount === 0) return null
  return (
    <Notice tone="danger" icon={<AlertTriangleIcon aria-hidden />}>
      {formatTickets(unavailableCount)} accepted by the client can no longer be bought. The client sees this
      on the quote page. Your margin excludes them.
    </Notice>
  )
}

function DetailList({ quote }: { quote: WireQuoteDetail }) {
  const { event, views } = quote
  const facts: Fact[] = [
    [
      'Event',
      <Link
        key="event"
        data-command="event"
        data-title="Open event"
        to="/tickets/$name/$id"
        params={{ name: event.slug, id: event.id }}
        className="rounded-sm font-semibold hover:underline"
      >
        {event.title}
      </Link>,
    ],
    ['Date', `${eventDateText(quote.event)} · ${event.venue_name}, ${event.city}`],
    ['Commission', commissionText(quote)],
    ['Price', quote.price_mode === 'locked' ? 'Locked' : 'Floating'],
    ...(quote.offer_choice === 'one' ? ([['Offers', 'Client chooses one']] satisfies Fact[]) : []),
    ...(quote.reference === null ? [] : ([['Your reference', quote.reference]] satisfies Fact[])),
    ['Views', [viewsText(views), viewTimes(views)].filter(Boolean).join(', ')],
  ]
  return (
    <Facts facts={facts}>
      {quote.note !== null && <LongFact name="Note to the client">{quote.note}</LongFact>}
      {quote.internal_note !== null && (
        <LongFact name="Internal note, only for your team">{quote.internal_note}</LongFact>
      )}
    </Facts>
  )
}

function History({ quote: { history } }: { quote: WireQuoteDetail }) {
  return (
    <section aria-labelledby="history-heading">
      <h3 id="history-heading" className="text-xs font-semibold text-muted">
        History
      </h3>
      <ol className="mt-2 space-y-2">
        {history.map(({ at, event, actor_name, reason }) => (
          <li key={`${at} ${event}`} className="tabular flex gap-4">
            <time dateTime={at} className="shrink-0 text-xs leading-5 text-muted">
              {inViewerTimeZone(at)}
            </time>
            <span className="min-w-0 break-words">
              {activityText(event)}
              {actor_name !== null && ` by ${actor_name}`}
              {reason !== null && <span className="block text-xs text-muted">{reason}</span>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
