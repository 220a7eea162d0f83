import { loadClientPanel } from '#web/features/clients/detail/load-client-panel.ts'
import type { WireClientOrder, WireClientQuote } from '@terrace/contracts/clients'
import { useState } from 'react'
import { Clients } from '#web/features/clients/clients.tsx'
import { clientColumns } from '#web/features/clients/list/client-columns.tsx'
import { clientFilterParams, parseClientFilter } from '#web/features/clients/list/client-filter.ts'
import { statusStyle } from '#web/features/orders/order-texts.ts'
import { statusTones } from '#web/features/quotes/quote-texts.ts'
import { useIdlePreload } from '#web/lib/hooks/use-idle-preload.ts'
import { StatusPill } from '#web/ui/data-display/badge.tsx'
import { detailSkeleton } from '#web/ui/layout/detail-skeleton.tsx'
import { ListAndDetail } from '#web/ui/layout/list-and-detail.tsx'
import { LazyPart } from '#web/ui/overlay/lazy-part.tsx'
import type { ProfileAddress } from './address.ts'
import { profileTable, useProfileTable } from './use-profile-table.tsx'

const loadDialog = async () => ({
  default: (await import('#web/features/clients/form/client-dialog.tsx')).ClientDialog,
})

const quoteStatus = ({ status }: WireClientQuote) => (
  <StatusPill tone={statusTones[status]}>{status}</StatusPill>
)

const orderStatus = ({ status }: WireClientOrder) => {
  const { label, tone } = statusStyle(status)
  return <StatusPill tone={tone}>{label}</StatusPill>
}

const clientsTable = profileTable({
  tab: 'clients',
  itemKey: 'client',
  filterKeys: ['q', 'show'],
  parseFilter: parseClientFilter,
  filterParams: clientFilterParams,
  columns: clientColumns,
})

export default function ProfileClients({ address }: { address: ProfileAddress }) {
  const { client } = address
  useIdlePreload(loadClientPanel)
  const [adding, setAdding] = useState<'never' | 'open' | 'closed'>('never')
  const { table, renderItemLink, open, close } = useProfileTable(clientsTable, address)
  return (
    <>
      <ListAndDetail
        list={<Clients table={table} renderItemLink={renderItemLink} onAdd={() => setAdding('open')} />}
        detail={
          client === undefined ? null : (
            <LazyPart
              key={client}
              load={loadClientPanel}
              pending={detailSkeleton}
              props={{ id: client, onClose: close, onDeleted: close, quoteStatus, orderStatus }}
            />
          )
        }
      />
      {adding !== 'never' && (
        <LazyPart
          load={loadDialog}
          props={{
            isOpen: adding === 'open',
            onClose: () => setAdding('closed'),
            onSaved: ({ id }) => {
              setAdding('closed')
              open(id)
            },
          }}
        />
      )}
    </>
  )
}
