import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { readQuoteFilter, writeQuoteFilter } from '#web/features/quotes/quote-filter.ts'
import { QuotePanel } from '#web/features/quotes/quote-panel.tsx'
import { Quotes } from '#web/features/quotes/quotes.tsx'
import { cx } from '#web/ui/cx.ts'

interface ProfileQuotesProps {
  /** What the address says: what the list is narrowed to, and which quote is open beside it. */
  address: { q?: string | undefined; status?: string | undefined; quote?: string | undefined }
}

/** The tab "Quotes" of the profile area (product.md §7). */
export default function ProfileQuotes({ address }: ProfileQuotesProps) {
  const { quote } = address
  const navigate = useNavigate({ from: '/profile' })
  const open = useCallback(
    (id: string | undefined) =>
      void navigate({ to: '/profile', search: (known) => ({ ...known, tab: 'quotes', quote: id }) }),
    [navigate],
  )
  const close = useCallback(() => open(undefined), [open])
  return (
    <div
      className={cx(
        quote !== undefined && 'grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_minmax(0,32rem)]',
      )}
    >
      <div className={cx('min-w-0', quote !== undefined && 'max-xl:hidden')}>
        <Quotes
          filter={readQuoteFilter(address)}
          onFilter={(filter) =>
            void navigate({
              to: '/profile',
              search: { tab: 'quotes', quote, ...writeQuoteFilter(filter) },
              // Each letter typed is not a page of its own to go back to.
              replace: true,
            })
          }
        />
      </div>
      {quote !== undefined && (
        <div className="min-w-0 xl:sticky xl:top-4">
          <QuotePanel
            key={quote}
            id={quote}
            onClose={close}
            onOpen={open}
            onCheckout={(id) => void navigate({ to: '/checkout', search: { quote: id } })}
          />
        </div>
      )}
    </div>
  )
}
