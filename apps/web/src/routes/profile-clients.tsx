import { useIdlePreload } from '#web/lib/hooks/use-idle-preload.ts'
import { useNavigate } from '@tanstack/react-router'
import type { WireClientOrder, WireClientQuote } from '@terrace/contracts/clients'
import { useCallback, useState } from 'react'
import { ClientPanel, loadClientDetail } from '#web/features/clients/detail/client-panel.tsx'
import { Clients } from '#web/features/clients/clients.tsx'
import { clientColumns } from '#web/features/clients/list/client-columns.tsx'
import { clientFilterParams, parseClientFilter } from '#web/features/clients/list/client-filter.ts'
import { statusStyle } from '#web/features/orders/order-texts.ts'
import { statusTones } from '#web/features/quotes/quote-texts.ts'
import { StatusPill } from '#web/ui/data-display/badge.tsx'
import { parseTableLayout, tableLayoutParams } from '#web/ui/data-table/table-layout.ts'
import type { ViewParams } from '#web/ui/data-table/views/saved-views.ts'
import { useTableAddress, type TableAddress } from '#web/ui/data-table/use-table-address.ts'
import { ListAndDetail } from '#web/ui/layout/list-and-detail.tsx'
import { LazyDialog } from '#web/ui/overlay/lazy-dialog.tsx'

interface ProfileClientsProps {
  /** The URL's filter, view and open client. */
  address: TableAddress<FilterKey> & { client?: string | undefined }
}

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

const filterKeys = ['q', 'show'] as const
type FilterKey = (typeof filterKeys)[number]

const normalize = (params: ViewParams<FilterKey>): ViewParams<FilterKey> => ({
  ...clientFilterParams(parseClientFilter(params)),
  ...tableLayoutParams(parseTableLayout(params, clientColumns)),
})

export default function ProfileClients({ address }: ProfileClientsProps) {
  const { client } = address
  useIdlePreload(loadClientDetail)
  const navigate = useNavigate({ from: '/profile' })
  const [adding, setAdding] = useState<'never' | 'open' | 'closed'>('never')
  const open = useCallback(
    (id: string | undefined) =>
      void navigate({ to: '/profile', search: (known) => ({ ...known, tab: 'clients', client: id }) }),
    [navigate],
  )
  const close = useCallback(() => open(undefined), [open])
  const { params, change, views, widths } = useTableAddress({
    table: 'clients',
    filterKeys,
    address,
    normalize,
    navigate: (search, options) =>
      void navigate({
        to: '/profile',
        search: (known) => ({ ...known, tab: 'clients', ...search }),
        ...options,
      }),
  })
  return (
    <>
      <ListAndDetail
        list={
          <Clients
            filter={parseClientFilter(params)}
            onFilter={(filter) => change(clientFilterParams(filter))}
            layout={parseTableLayout(params, clientColumns)}
            onLayout={(layout) => change(tableLayoutParams(layout))}
            views={views}
            widths={widths}
            onAdd={() => setAdding('open')}
          />
        }
        detail={
          client === undefined ? null : (
            <ClientPanel
              key={client}
              id={client}
              onClose={close}
              onDeleted={close}
              quoteStatus={quoteStatus}
              orderStatus={orderStatus}
            />
          )
        }
      />
      {adding !== 'never' && (
        <LazyDialog
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
