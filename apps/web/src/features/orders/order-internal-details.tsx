import type { WireOrder } from '@terrace/contracts/order-shapes'
import type { WireOrderDetail } from '@terrace/contracts/orders'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { Facts, LongFact, type Fact } from '#web/ui/data-display/facts.tsx'
import { OrderChanges } from './order-changes.tsx'
import { LazyPart } from '#web/ui/overlay/lazy-part.tsx'

const loadDialog = async () => ({
  default: (await import('./order-details-dialog.tsx')).OrderDetailsDialog,
})

/** The client, and the team's own reference and note with a dialog that changes them. */
export function OrderInternalDetails({ order }: { order: WireOrderDetail }) {
  const [isOpen, setOpen] = useState(false)
  const [openings, setOpenings] = useState(0)
  const { client, reference, internal_note: note } = order
  const facts: Fact[] = [
    ['Client', client ? <ClientName key="client" client={client} /> : '–'],
    ['Your reference', reference ?? '–'],
  ]

  function open() {
    setOpenings(openings + 1)
    setOpen(true)
  }

  return (
    <section aria-label="For your team">
      <Facts facts={facts}>
        {note !== null && <LongFact name="Internal note, only for your team">{note}</LongFact>}
      </Facts>
      <OrderChanges changes={order.changes} />
      <Button size="sm" className="mt-3" onPress={open}>
        Edit client, reference and note
      </Button>
      {openings > 0 && (
        <LazyPart key={openings} load={loadDialog} props={{ order, isOpen, onClose: () => setOpen(false) }} />
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
