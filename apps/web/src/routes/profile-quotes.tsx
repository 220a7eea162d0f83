import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { readQuoteFilter, writeQuoteFilter } from '#web/features/quotes/quote-filter.ts'
import { QuotePanel } from '#web/features/quotes/quote-panel.tsx'
import { Quotes } from '#web/features/quotes/quotes.tsx'
import { ListAndDetail } from '#web/ui/list-and-detail.tsx'

interface ProfileQuotesProps {
  /** What the address says: what the list is narrowed to, and which quote is open beside it. */
  address: Parameters<typeof readQuoteFilter>[0] & { quote?: string | undefined }
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
    <ListAndDetail
      list={
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
      }
      detail={
        quote === undefined ? null : (
          <QuotePanel
            key={quote}
            id={quote}
            onClose={close}
            onOpen={open}
            onCheckout={(id) => void navigate({ to: '/checkout', search: { quote: id } })}
          />
        )
      }
    />
  )
}
