import { loadTrackedPanel } from '#web/features/tracking/load-tracked-panel.ts'
import { TrackedListings } from '#web/features/tracking/tracked-listings.tsx'
import { trackedLayoutColumns } from '#web/features/tracking/tracked-columns.tsx'
import { useIdlePreload } from '#web/lib/hooks/use-idle-preload.ts'
import { detailSkeleton } from '#web/ui/layout/detail-skeleton.tsx'
import { ListAndDetail } from '#web/ui/layout/list-and-detail.tsx'
import { LazyPart } from '#web/ui/overlay/lazy-part.tsx'
import type { ProfileAddress } from './address.ts'
import { profileTable, textFilter, useProfileTable } from './use-profile-table.tsx'

const trackedTable = profileTable({
  tab: 'tracked',
  itemKey: 'listing',
  ...textFilter,
  columns: trackedLayoutColumns,
})

export default function ProfileTracked({ address }: { address: ProfileAddress }) {
  const { listing } = address
  useIdlePreload(loadTrackedPanel)
  const { table, renderItemLink, close } = useProfileTable(trackedTable, address)
  return (
    <ListAndDetail
      list={<TrackedListings table={table} renderItemLink={renderItemLink} />}
      detail={
        listing === undefined ? null : (
          <LazyPart
            key={listing}
            load={loadTrackedPanel}
            pending={detailSkeleton}
            props={{ id: listing, onClose: close }}
          />
        )
      }
    />
  )
}
