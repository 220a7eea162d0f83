import { endedQuote, type WireClientQuote } from '@terrace/contracts/quote-page'
import { useEffect, useState } from 'react'
import { changeLayoutState } from '#web/lib/layout-state.ts'
import { ApiError, errorText } from '#web/lib/http/api-error.ts'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { QuoteEnded } from './quote-ended.tsx'
import { parseQuoteUrl, type QuoteUrl } from './quote-url.ts'
import { QuoteSkeleton } from './quote-skeleton.tsx'
import { QuoteNotFound } from './quote-not-found.tsx'
import { QuoteView } from './quote-view.tsx'
import { useQuote } from './use-quote.ts'

/** The public page of a quote link. It needs no login and never links into the application. */
export function QuotePage({ pathname }: { pathname: string }) {
  const quoteUrl = parseQuoteUrl(pathname)
  return quoteUrl === null ? <MalformedLink /> : <QuoteLoader key={pathname} quoteUrl={quoteUrl} />
}

function MalformedLink() {
  useValidQuoteFlag(false)
  return <QuoteNotFound />
}

function QuoteLoader({ quoteUrl }: { quoteUrl: QuoteUrl }) {
  const query = useQuote(quoteUrl)
  const { quote, error } = query
  // The expiry time that passed while the page was open. An extended quote has a new one and opens again.
  const [expiredAt, setExpiredAt] = useState<string | null>(null)
  const isExpired = quote !== undefined && expiredAt === quote.expires_at
  const status = error instanceof ApiError ? error.status : null
  const isValid = quote === undefined ? null : true
  useValidQuoteFlag(status === 404 || status === 410 ? false : isValid)

  if (status === 404) return <QuoteNotFound />
  if (status === 410) {
    const { broker = quote?.brand ?? null, status: endedStatus = 'Expired' } = endedQuoteOf(error) ?? {}
    return <QuoteEnded brand={broker} status={endedStatus} />
  }
  if (quote === undefined) {
    if (error === null) return <QuoteSkeleton />
    return (
      <main className="mx-auto max-w-3xl py-24">
        <h1 className="sr-only">Quote</h1>
        <ErrorState
          title="Couldn’t load this quote"
          message={
            navigator.onLine ? errorText(error) : 'You’re offline. The quote loads when you’re back online.'
          }
          isOffline={!navigator.onLine}
          isRetrying={query.isFetching}
          onRetry={query.refetch}
        />
      </main>
    )
  }
  if (isExpired && hasNoResponse(quote)) {
    return <QuoteEnded brand={quote.brand} status="Expired" />
  }
  return (
    <QuoteView
      quoteUrl={quoteUrl}
      quote={quote}
      isExpired={isExpired}
      query={query}
      onExpire={() => {
        setExpiredAt(quote.expires_at)
        query.refetch()
      }}
    />
  )
}

/** Shares with the rest of the page whether the link leads to a quote; `null` while loading. */
function useValidQuoteFlag(isValidQuote: boolean | null): void {
  useEffect(() => changeLayoutState({ isValidQuote }), [isValidQuote])
}

/** A response given before the quote expired stays visible. */
function hasNoResponse({ status }: WireClientQuote): boolean {
  return status === 'Active' || status === 'Expired'
}

/** The status and broker that the server returns for an ended quote. */
function endedQuoteOf(error: unknown) {
  return error instanceof ApiError ? endedQuote.safeParse(error.errors).data : undefined
}
