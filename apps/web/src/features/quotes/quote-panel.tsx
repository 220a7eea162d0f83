import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ApiError, errorText } from '#web/lib/api-error.ts'
import { StatusPill } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { ChevronLeftIcon, CloseIcon, QuoteIcon } from '#web/ui/icons.ts'
import { Panel } from '#web/ui/panel.tsx'
import { quoteQuery } from './queries.ts'
import { QuoteDetail, QuoteDetailSkeleton } from './quote-detail.tsx'
import { statusTones } from './quote-texts.ts'

interface QuotePanelProps {
  id: string
  onClose: () => void
  /** Another one is to stand here, such as the copy that was just made. */
  onOpen: (id: string) => void
  /** The quote is held and goes on to the checkout. */
  onCheckout: (id: string) => void
}

/** One quote, opened beside the list of them; on a phone instead of it. Escape closes it. */
export function QuotePanel({ id, onClose, ...does }: QuotePanelProps) {
  const { data: quote } = useQuery(quoteQuery(id))
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key === 'Escape' && !event.defaultPrevented) onClose()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [onClose])

  return (
    <Panel className="overflow-hidden">
      <section
        aria-labelledby="quote-heading"
        className="flex flex-col xl:max-h-[calc(100dvh-2rem-var(--basket-height,0px))]"
      >
        <header className="flex shrink-0 items-center gap-3 border-b border-line py-3 pr-3 pl-4 sm:pl-5">
          <Link
            from="/profile"
            to="/profile"
            search={withoutQuote}
            aria-label="Back to all quotes"
            className="-ml-2 inline-flex size-10 shrink-0 items-center justify-center rounded text-muted hover:bg-ink/6 hover:text-ink xl:hidden"
          >
            <ChevronLeftIcon aria-hidden className="size-5" />
          </Link>
          <div className="min-w-0 flex-1">
            <h2 id="quote-heading" className="text-lg [overflow-wrap:anywhere]">
              {quote?.title ?? 'Quote'}
            </h2>
            {quote?.client_name && (
              <p className="text-xs text-muted [overflow-wrap:anywhere]">for {quote.client_name}</p>
            )}
          </div>
          {quote && <StatusPill tone={statusTones[quote.status]}>{quote.status}</StatusPill>}
          <Link
            from="/profile"
            to="/profile"
            search={withoutQuote}
            aria-label="Close the quote"
            className="inline-flex size-10 shrink-0 items-center justify-center rounded text-muted hover:bg-ink/6 hover:text-ink max-xl:hidden"
          >
            <CloseIcon aria-hidden className="size-5" />
          </Link>
        </header>
        {/* Beside the list it keeps to the window and scrolls by itself. */}
        <div className="thin-scroll min-h-0 flex-1 xl:overflow-y-auto">
          <QuoteBody id={id} {...does} />
        </div>
      </section>
    </Panel>
  )
}

/** The list as it was, with nothing open beside it. */
const withoutQuote = <Address extends object>(address: Address) => ({ ...address, quote: undefined })

function QuoteBody({ id, ...does }: Omit<QuotePanelProps, 'onClose'>) {
  const { data: quote, error, refetch, isFetching } = useQuery(quoteQuery(id))
  if (quote) return <QuoteDetail quote={quote} {...does} />
  if (!error) return <QuoteDetailSkeleton />
  if (error instanceof ApiError && [404, 422].includes(error.status)) {
    return (
      <EmptyState
        icon={<QuoteIcon />}
        title="There is no such quote"
        message="The address may be mistyped, or the quote belongs to another team."
      />
    )
  }
  return (
    <ErrorState
      title="The quote could not be loaded"
      message={errorText(error)}
      onRetry={() => void refetch()}
      isRetrying={isFetching}
      isOffline={!navigator.onLine}
    />
  )
}
