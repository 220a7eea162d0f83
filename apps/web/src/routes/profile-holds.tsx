import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { HoldPanel } from '#web/features/holds/list/hold-panel.tsx'
import { holdColumns } from '#web/features/holds/list/hold-columns.tsx'
import { TeamHolds } from '#web/features/holds/list/team-holds.tsx'
import { requestsFromHolds } from '#web/features/quotes/builder/quote-request.ts'
import { useOpenQuoteBuilder } from '#web/features/quotes/quote-provider.tsx'
import { parseFilterText } from '#web/lib/url/filter-text.ts'
import { parseTableLayout, tableLayoutParams } from '#web/ui/data-table/table-layout.ts'
import type { ViewParams } from '#web/ui/data-table/views/saved-views.ts'
import { useTableAddress, type TableAddress } from '#web/ui/data-table/use-table-address.ts'
import { ListAndDetail } from '#web/ui/layout/list-and-detail.tsx'

interface ProfileHoldsProps {
  /** The URL's search text, view and open hold. */
  address: TableAddress<FilterKey> & { hold?: string | undefined }
}

const filterKeys = ['q'] as const
type FilterKey = (typeof filterKeys)[number]

const normalize = (params: ViewParams<FilterKey>): ViewParams<FilterKey> => ({
  q: parseFilterText(params.q) || undefined,
  ...tableLayoutParams(parseTableLayout(params, holdColumns)),
})

export default function ProfileHolds({ address }: ProfileHoldsProps) {
  const { hold } = address
  const navigate = useNavigate({ from: '/profile' })
  const requestQuote = useOpenQuoteBuilder()
  const close = useCallback(
    () => void navigate({ to: '/profile', search: (known) => ({ ...known, tab: 'holds', hold: undefined }) }),
    [navigate],
  )
  const onQuote = (holds: Parameters<typeof requestsFromHolds>[0]) => requestQuote(requestsFromHolds(holds))
  const { params, change, views, widths } = useTableAddress({
    table: 'holds',
    filterKeys,
    address,
    normalize,
    navigate: (search, options) =>
      void navigate({
        to: '/profile',
        search: (known) => ({ ...known, tab: 'holds', ...search }),
        ...options,
      }),
  })
  return (
    <ListAndDetail
      list={
        <TeamHolds
          search={parseFilterText(params.q)}
          onSearch={(text) => change({ q: text || undefined })}
          layout={parseTableLayout(params, holdColumns)}
          onLayout={(layout) => change(tableLayoutParams(layout))}
          views={views}
          widths={widths}
          onQuote={onQuote}
        />
      }
      detail={
        hold === undefined ? null : <HoldPanel key={hold} id={hold} onClose={close} onQuote={onQuote} />
      }
    />
  )
}
