import { Link } from '@tanstack/react-router'
import type { WireQuoteWhole } from '@terrace/contracts/quote-shapes'
import { fromWireMoney } from '@terrace/contracts/wire-money'
import { formatTickets } from '@terrace/domain/tickets'
import type { ReactNode } from 'react'
import { onOwnClock } from '#web/lib/own-clock.ts'
import { priceText } from '#web/lib/price.ts'
import { AlertTriangleIcon, CheckCircleIcon, InfoIcon } from '#web/ui/icons.ts'
import { Notice } from '#web/ui/panel.tsx'
import { Skeleton, SkeletonRegion } from '#web/ui/skeleton.tsx'
import { QuoteActions } from './quote-actions.tsx'
import { Signed } from './quote-amounts.tsx'
import { QuoteOffers } from './quote-offers.tsx'
import { QuoteShare } from './quote-share.tsx'
import {
  answerText,
  commissionText,
  eventText,
  hasTimeLeft,
  happeningText,
  isStanding,
  viewsText,
  viewTimes,
} from './quote-texts.ts'
import { TimeLeft } from './time-left.tsx'

interface QuoteDetailProps {
  quote: WireQuoteWhole
  onOpen: (id: string) => void
  onCheckout: (id: string) => void
}

/** A quote in full: what the client said, what can be done, what is offered at which gain, and what happened to it. */
export function QuoteDetail({ quote, onOpen, onCheckout }: QuoteDetailProps) {
  return (
    <div className="space-y-6 p-4 sm:p-5">
      <Answer quote={quote} />
      {quote.has_dearer && (
        <Notice tone="signal" icon={<AlertTriangleIcon aria-hidden />}>
          The seller asks for more than when{' '}
          {quote.answer?.kind === 'accepted' ? 'the client accepted' : 'you locked'} the price. The client’s
          price stays; the difference is yours to bear.
        </Notice>
      )}
      <Lost quote={quote} />
      <QuoteActions quote={quote} onOpen={onOpen} onCheckout={onCheckout} />
      {isStanding(quote) && <QuoteShare quote={quote} />}
      <Facts quote={quote} />
      <QuoteOffers quote={quote} />
      <History quote={quote} />
    </div>
  )
}

function Answer({ quote: { answer, order_number: order, order_id } }: { quote: WireQuoteWhole }) {
  return (
    <>
      {order_id !== null && (
        <Notice tone="ok" icon={<CheckCircleIcon aria-hidden />}>
          Bought with{' '}
          <Link
            to="/profile"
            search={{ tab: 'purchases', order: order_id }}
            className="rounded-sm font-semibold underline"
          >
            order {order ?? order_id}
          </Link>
          .
        </Notice>
      )}
      {answer && (
        <Notice
          tone={answer.kind === 'accepted' ? 'ok' : 'danger'}
          icon={answer.kind === 'accepted' ? <CheckCircleIcon aria-hidden /> : <InfoIcon aria-hidden />}
        >
          <span className="font-semibold">{answerText(answer)}</span>
          {answer.email !== null && (
            <a href={`mailto:${answer.email}`} className="block rounded-sm break-all underline">
              {answer.email}
            </a>
          )}
          {answer.reason !== null && <span className="block">“{answer.reason}”</span>}
        </Notice>
      )}
    </>
  )
}

/** What the client said yes to and cannot be had any more. The client's page says the same. */
function Lost({ quote: { status, offers } }: { quote: WireQuoteWhole }) {
  const lost = offers
    .filter(({ accepted, available, state }) => state === 'gone' || available < accepted)
    .reduce((tickets, { accepted }) => tickets + accepted, 0)
  if (status !== 'Accepted' || lost === 0) return null
  return (
    <Notice tone="danger" icon={<AlertTriangleIcon aria-hidden />}>
      {formatTickets(lost)} that the client accepted can no longer be had as accepted. The client is told so
      on the page; what you earn is reckoned without what is gone.
    </Notice>
  )
}

function Facts({ quote }: { quote: WireQuoteWhole }) {
  const { event, views, totals } = quote
  const facts: [string, ReactNode][] = [
    [
      'Event',
      <Link
        key="event"
        to="/tickets/$name/$id"
        params={{ name: event.slug, id: event.id }}
        className="rounded-sm font-semibold hover:underline"
      >
        {event.title}
      </Link>,
    ],
    ['Date', `${eventText(quote)} · ${event.venue_name}, ${event.city}`],
    ...(hasTimeLeft(quote)
      ? ([['Time left', <TimeLeft key="time" quote={quote} />]] satisfies [string, ReactNode][])
      : []),
    ['Commission', commissionText(quote)],
    ['Price', quote.price_mode === 'locked' ? 'Locked' : 'Floating'],
    ['Views', [viewsText(views), viewTimes(views)].filter(Boolean).join(', ')],
    ...(totals
      ? ([
          [`Client pays for ${formatTickets(totals.quantity)}`, priceText(totals.client_total)],
          [
            'You earn',
            <span key="net" className="font-semibold">
              <Signed amount={fromWireMoney(totals.net_commission)} />
            </span>,
          ],
        ] satisfies [string, ReactNode][])
      : []),
  ]
  return (
    <dl className="tabular space-y-1.5 rounded bg-sunken px-4 py-3">
      {facts.map(([name, value]) => (
        // A long name of one leaves the others their room.
        <div key={name} className="flex justify-between gap-6">
          <dt className="shrink-0 text-muted">{name}</dt>
          <dd className="min-w-0 text-right break-words">{value}</dd>
        </div>
      ))}
      {quote.note !== null && (
        <div className="mt-1 border-t border-line pt-2.5">
          <dt className="text-muted">Note</dt>
          <dd className="mt-0.5 [overflow-wrap:anywhere] whitespace-pre-line">{quote.note}</dd>
        </div>
      )}
    </dl>
  )
}

function History({ quote: { history } }: { quote: WireQuoteWhole }) {
  return (
    <section aria-labelledby="history-heading">
      <h3 id="history-heading" className="text-xs font-semibold text-muted">
        History
      </h3>
      <ol className="mt-2 space-y-2">
        {history.map(({ at, what, who, why }) => (
          <li key={`${at} ${what}`} className="tabular flex gap-4">
            <time dateTime={at} className="shrink-0 text-xs leading-5 text-muted">
              {onOwnClock(at)}
            </time>
            <span className="min-w-0 break-words">
              {happeningText(what)}
              {who !== null && ` by ${who}`}
              {why !== null && <span className="block text-xs text-muted">{why}</span>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The shape of a quote that is on its way. */
export function QuoteDetailSkeleton() {
  return (
    <SkeletonRegion label="The quote is loading" className="space-y-4 p-5">
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
