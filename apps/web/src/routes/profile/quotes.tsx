import { loadQuotePanel } from '#web/features/quotes/detail/load-quote-panel.ts'
import { useNavigate } from '@tanstack/react-router'
import { quoteColumns } from '#web/features/quotes/list/quote-columns.tsx'
import { parseQuoteFilter, quoteFilterParams } from '#web/features/quotes/list/quote-filter.ts'
import { Quotes } from '#web/features/quotes/quotes.tsx'
import { useIdlePreload } from '#web/lib/hooks/use-idle-preload.ts'
import { detailSkeleton } from '#web/ui/layout/detail-skeleton.tsx'
import { ListAndDetail } from '#web/ui/layout/list-and-detail.tsx'
import { LazyPart } from '#web/ui/overlay/lazy-part.tsx'
import type { ProfileAddress } from './address.ts'
import { profileTable, useProfileTable } from './use-profile-table.tsx'

const quotesTable = profileTable({
  tab: 'quotes',
  itemKey: 'quote',
  filterKeys: ['q', 'status', 'clientId'],
  parseFilter: parseQuoteFilter,
  filterParams: quoteFilterParams,
  columns: quoteColumns,
})

export default function ProfileQuotes({ address }: { address: ProfileAddress }) {
  const { quote } = address
  useIdlePreload(loadQuotePanel)
  const navigate = useNavigate({ from: '/profile' })
  const { table, renderItemLink, open, close } = useProfileTable(quotesTable, address)
  return (
    <ListAndDetail
      list={<Quotes table={table} renderItemLink={renderItemLink} />}
      detail={
        quote === undefined ? null : (
          <LazyPart
            key={quote}
            load={loadQuotePanel}
            pending={detailSkeleton}
            props={{
              id: quote,
              onClose: close,
              onOpen: open,
              onCheckout: (id) => void navigate({ to: '/checkout', search: { quote: id } }),
            }}
          />
        )
      }
    />
  )
}
