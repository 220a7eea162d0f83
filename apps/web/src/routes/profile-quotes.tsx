import { useIdlePreload } from '#web/lib/hooks/use-idle-preload.ts'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { quoteColumns } from '#web/features/quotes/list/quote-columns.tsx'
import { parseQuoteFilter, quoteFilterParams } from '#web/features/quotes/list/quote-filter.ts'
import { loadQuoteDetail, QuotePanel } from '#web/features/quotes/detail/quote-panel.tsx'
import { Quotes } from '#web/features/quotes/quotes.tsx'
import { parseTableLayout, tableLayoutParams } from '#web/ui/data-table/table-layout.ts'
import type { ViewParams } from '#web/ui/data-table/views/saved-views.ts'
import { useTableAddress, type TableAddress } from '#web/ui/data-table/use-table-address.ts'
import { ListAndDetail } from '#web/ui/layout/list-and-detail.tsx'

interface ProfileQuotesProps {
  /** The URL's filters, view and open quote. */
  address: TableAddress<FilterKey> & { quote?: string | undefined }
}

const filterKeys = ['q', 'status', 'clientId'] as const
type FilterKey = (typeof filterKeys)[number]

const normalize = (params: ViewParams<FilterKey>): ViewParams<FilterKey> => ({
  ...quoteFilterParams(parseQuoteFilter(params)),
  ...tableLayoutParams(parseTableLayout(params, quoteColumns)),
})

export default function ProfileQuotes({ address }: ProfileQuotesProps) {
  const { quote } = address
  useIdlePreload(loadQuoteDetail)
  const navigate = useNavigate({ from: '/profile' })
  const open = useCallback(
    (id: string | undefined) =>
      void navigate({ to: '/profile', search: (known) => ({ ...known, tab: 'quotes', quote: id }) }),
    [navigate],
  )
  const close = useCallback(() => open(undefined), [open])
  const { params, change, views, widths } = useTableAddress({
    table: 'quotes',
    filterKeys,
    address,
    normalize,
    navigate: (search, options) =>
      void navigate({
        to: '/profile',
        search: (known) => ({ ...known, tab: 'quotes', ...search }),
        ...options,
      }),
  })
  return (
    <ListAndDetail
      list={
        <Quotes
          filter={parseQuoteFilter(params)}
          onFilter={(filter) => change(quoteFilterParams(filter))}
          layout={parseTableLayout(params, quoteColumns)}
          onLayout={(layout) => change(tableLayoutParams(layout))}
          views={views}
          widths={widths}
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
