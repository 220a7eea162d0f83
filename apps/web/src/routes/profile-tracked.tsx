import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { TrackedListings } from '#web/features/tracking/tracked-listings.tsx'
import { trackedLayoutColumns } from '#web/features/tracking/tracked-columns.tsx'
import { useIdlePreload } from '#web/lib/hooks/use-idle-preload.ts'
import { parseFilterText } from '#web/lib/url/filter-text.ts'
import { parseTableLayout, tableLayoutParams } from '#web/ui/data-table/table-layout.ts'
import type { ViewParams } from '#web/ui/data-table/views/saved-views.ts'
import { useTableAddress, type TableAddress } from '#web/ui/data-table/use-table-address.ts'
import { ListAndDetail } from '#web/ui/layout/list-and-detail.tsx'
import { LazyDialog } from '#web/ui/overlay/lazy-dialog.tsx'

const loadPanel = async () => ({
  default: (await import('#web/features/tracking/tracked-panel.tsx')).TrackedPanel,
})

interface ProfileTrackedProps {
  /** The URL's search text, view and open listing. */
  address: TableAddress<FilterKey> & { listing?: string | undefined }
}

const filterKeys = ['q'] as const
type FilterKey = (typeof filterKeys)[number]

const normalize = (params: ViewParams<FilterKey>): ViewParams<FilterKey> => ({
  q: parseFilterText(params.q) || undefined,
  ...tableLayoutParams(parseTableLayout(params, trackedLayoutColumns)),
})

export default function ProfileTracked({ address }: ProfileTrackedProps) {
  const { listing } = address
  useIdlePreload(loadPanel)
  const navigate = useNavigate({ from: '/profile' })
  const close = useCallback(
    () =>
      void navigate({
        to: '/profile',
        search: (known) => ({ ...known, tab: 'tracked', listing: undefined }),
      }),
    [navigate],
  )
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
    <ListAndDetail
      list={
        <TrackedListings
          search={parseFilterText(params.q)}
          onSearch={(text) => change({ q: text || undefined })}
          layout={parseTableLayout(params, trackedLayoutColumns)}
          onLayout={(layout) => change(tableLayoutParams(layout))}
          views={views}
          widths={widths}
        />
      }
      detail={
        listing === undefined ? null : (
          <LazyDialog key={listing} load={loadPanel} props={{ id: listing, onClose: close }} />
        )
      }
    />
  )
}
