import { useNavigate } from '@tanstack/react-router'
import { SavedSearches } from '#web/features/listings/saved-searches/saved-searches.tsx'
import { searchColumns } from '#web/features/listings/saved-searches/search-columns.tsx'
import { parseFilterText } from '#web/lib/url/filter-text.ts'
import type { ViewParams } from '#web/ui/data-table/views/saved-views.ts'
import { parseTableLayout, tableLayoutParams } from '#web/ui/data-table/table-layout.ts'
import { useTableAddress, type TableAddress } from '#web/ui/data-table/use-table-address.ts'

const filterKeys = ['q'] as const
type FilterKey = (typeof filterKeys)[number]

const normalize = (params: ViewParams<FilterKey>): ViewParams<FilterKey> => ({
  q: parseFilterText(params.q) || undefined,
  ...tableLayoutParams(parseTableLayout(params, searchColumns)),
})

/** The "Saved searches" tab of the profile. The URL holds search text and view. */
export default function ProfileSearches({ address }: { address: TableAddress<FilterKey> }) {
  const navigate = useNavigate({ from: '/profile' })
  const { params, change, views, widths } = useTableAddress({
    table: 'searches',
    filterKeys,
    address,
    normalize,
    navigate: (search, options) =>
      void navigate({
        to: '/profile',
        search: (known) => ({ ...known, tab: 'searches', ...search }),
        ...options,
      }),
  })
  return (
    <SavedSearches
      search={parseFilterText(params.q)}
      onSearch={(text) => change({ q: text || undefined })}
      layout={parseTableLayout(params, searchColumns)}
      onLayout={(layout) => change(tableLayoutParams(layout))}
      views={views}
      widths={widths}
    />
  )
}
