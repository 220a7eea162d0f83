import { holdColumns } from '#web/features/holds/list/hold-columns.tsx'
import { loadHoldPanel } from '#web/features/holds/list/load-hold-panel.ts'
import { TeamHolds } from '#web/features/holds/list/team-holds.tsx'
import { requestsFromHolds } from '#web/features/quotes/builder/quote-request.ts'
import { useOpenQuoteBuilder } from '#web/features/quotes/quote-provider.tsx'
import { useIdlePreload } from '#web/lib/hooks/use-idle-preload.ts'
import { detailSkeleton } from '#web/ui/layout/detail-skeleton.tsx'
import { ListAndDetail } from '#web/ui/layout/list-and-detail.tsx'
import { LazyPart } from '#web/ui/overlay/lazy-part.tsx'
import type { ProfileAddress } from './address.ts'
import { profileTable, textFilter, useProfileTable } from './use-profile-table.tsx'

const holdsTable = profileTable({ tab: 'holds', itemKey: 'hold', ...textFilter, columns: holdColumns })

export default function ProfileHolds({ address }: { address: ProfileAddress }) {
  const { hold } = address
  useIdlePreload(loadHoldPanel)
  const requestQuote = useOpenQuoteBuilder()
  const onQuote = (holds: Parameters<typeof requestsFromHolds>[0]) => requestQuote(requestsFromHolds(holds))
  const { table, renderItemLink, close } = useProfileTable(holdsTable, address)
  return (
    <ListAndDetail
      list={<TeamHolds table={table} renderItemLink={renderItemLink} onQuote={onQuote} />}
      detail={
        hold === undefined ? null : (
          <LazyPart
            key={hold}
            load={loadHoldPanel}
            pending={detailSkeleton}
            props={{ id: hold, onClose: close, onQuote }}
          />
        )
      }
    />
  )
}
