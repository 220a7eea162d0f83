import { endedQuote, type WireVisitorQuote } from '@terrace/contracts/quote-page'
import { useState } from 'react'
import { ApiError, errorText } from '#web/lib/api-error.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { QuoteEnded } from './quote-ended.tsx'
import { readQuotePlace, type QuotePlace } from './quote-place.ts'
import { QuoteSkeleton } from './quote-skeleton.tsx'
import { QuoteUnknown } from './quote-unknown.tsx'
import { QuoteView } from './quote-view.tsx'
import { useQuote } from './use-quote.ts'

/** The page of a quote link, for whoever has the link; nobody logs in here, and nothing here leads into the application. */
export function QuotePage({ pathname }: { pathname: string }) {
  const place = readQuotePlace(pathname)
  return place === null ? <QuoteUnknown /> : <OpenQuote key={pathname} place={place} />
}

function OpenQuote({ place }: { place: QuotePlace }) {
  const query = useQuote(place)
  const { quote, error } = query
  // The end that has come while the page was open; one that is moved on opens it again.
  const [overAt, setOverAt] = useState<string | null>(null)
  const isOver = quote !== undefined && overAt === quote.expires_at
  const status = error instanceof ApiError ? error.status : null

  if (status === 404) return <QuoteUnknown />
  if (status === 410) {
    const { broker = quote?.brand ?? null, status: how = 'Expired' } = endOf(error) ?? {}
    return <QuoteEnded brand={broker} status={how} />
  }
  if (quote === undefined) {
    if (error === null) return <QuoteSkeleton />
    return (
      <main className="mx-auto max-w-3xl py-24">
        <h1 className="sr-only">Quote</h1>
        <ErrorState
          title="The quote could not be loaded"
          message={
            navigator.onLine ? errorText(error) : 'You are offline. It will load once the connection is back.'
          }
          isOffline={!navigator.onLine}
          isRetrying={query.isFetching}
          onRetry={query.renew}
        />
      </main>
    )
  }
  if (isOver && hasNoAnswer(quote)) {
    return <QuoteEnded brand={quote.brand} status="Expired" />
  }
  return (
    <QuoteView
      place={place}
      quote={quote}
      isOver={isOver}
      query={query}
      onExpire={() => {
        setOverAt(quote.expires_at)
        query.renew()
      }}
    />
  )
}

/** What the client has said in time stays said. */
function hasNoAnswer({ status }: WireVisitorQuote): boolean {
  return status === 'Active' || status === 'Expired'
}

/** How it has ended and whom to ask, as the server says it. */
function endOf(error: unknown) {
  return error instanceof ApiError ? endedQuote.safeParse(error.errors).data : undefined
}
