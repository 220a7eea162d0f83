import { useNavigate } from '@tanstack/react-router'
import { TrackedListings } from '#web/features/tracking/tracked-listings.tsx'
import { trackedLayoutColumns } from '#web/features/tracking/tracked-columns.tsx'
import { parseFilterText } from '#web/lib/url/filter-text.ts'
import { parseTableLayout, tableLayoutParams } from '#web/ui/data-table/table-layout.ts'
import type { ViewParams } from '#web/ui/data-table/views/saved-views.ts'
import { useTableAddress, type TableAddress } from '#web/ui/data-table/use-table-address.ts'

interface ProfileTrackedProps {
  /** The URL's search text and view. */
  address: TableAddress<FilterKey>
}

const filterKeys = ['q'] as const
type FilterKey = (typeof filterKeys)[number]

const normalize = (params: ViewParams<FilterKey>): ViewParams<FilterKey> => ({
  q: parseFilterText(params.q) || undefined,
  ...tableLayoutParams(parseTableLayout(params, trackedLayoutColumns)),
})

export default function ProfileTracked({ address }: ProfileTrackedProps) {
  const navigate = useNavigate({ from: '/profile' })
  const { params, change, views, widths } = useTableAddress({
    table: 'tracked',
    filterKeys,
    address,
    normalize,
    navigate: (search, options) =>
      void navigate({
        to: '/profile',
        search: (known) => ({ ...known, tab: 'tracked', ...search }),
        ...options,
      }),
  })
  return (
    <TrackedListings
      search={parseFilterText(params.q)}
      onSearch={(text) => change({ q: text || undefined })}
      layout={parseTableLayout(params, trackedLayoutColumns)}
      onLayout={(layout) => change(tableLayoutParams(layout))}
      views={views}
      widths={widths}
    />
  )
}
