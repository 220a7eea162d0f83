import type { WireOrder, WireOrderDetail } from '@terrace/contracts/orders'
import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { OrderChanges } from './order-changes.tsx'
import { LazyDialog } from '#web/ui/overlay/lazy-dialog.tsx'

const loadDialog = async () => ({
  default: (await import('./order-details-dialog.tsx')).OrderDetailsDialog,
})

/** The client, and the team's own reference and note with a dialog that changes them. */
export function OrderInternalDetails({ order }: { order: WireOrderDetail }) {
  const [isOpen, setOpen] = useState(false)
  const [openings, setOpenings] = useState(0)
  const { client, reference, internal_note: note } = order
  const rows: [string, ReactNode][] = [
    ['Client', client ? <ClientName key="client" client={client} /> : '–'],
    ['Your reference', reference ?? '–'],
  ]

  function open() {
    setOpenings(openings + 1)
    setOpen(true)
  }

  return (
    <section aria-label="For your team">
      <dl className="space-y-1.5 rounded bg-sunken px-4 py-3">
        {rows.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-6">
            <dt className="shrink-0 text-muted">{name}</dt>
            <dd className="min-w-0 text-right break-words">{value}</dd>
          </div>
        ))}
        {note !== null && (
          <div className="mt-1 border-t border-line pt-2.5">
            <dt className="text-muted">Internal note, only for your team</dt>
            <dd className="mt-0.5 [overflow-wrap:anywhere] whitespace-pre-line">{note}</dd>
          </div>
        )}
      </dl>
      <OrderChanges changes={order.changes} />
      <Button size="sm" className="mt-3" onPress={open}>
        Edit client, reference and note
      </Button>
      {openings > 0 && (
        <LazyDialog
          key={openings}
          load={loadDialog}
          props={{ order, isOpen, onClose: () => setOpen(false) }}
        />
      )}
    </section>
  )
}

/** Links to the client's page unless the name is not in the book. */
function ClientName({ client: { id, name } }: { client: NonNullable<WireOrder['client']> }) {
  if (id === null) return name
  return (
    <Link to="/profile" search={{ tab: 'clients', client: id }} className="rounded-sm font-medium underline">
      {name}
    </Link>
  )
}
