import { useState } from 'react'
import { StatusPill } from '#web/ui/data-display/badge.tsx'
import { DetailPanel } from '#web/ui/layout/detail-panel.tsx'
import type { TableColumn, TableLayout } from '#web/ui/data-table/table-column.ts'
import { TableList } from '#web/ui/data-table/table-list.tsx'
import { StatusDropdown } from '#web/ui/controls/status-dropdown.tsx'
import { Sample, Section } from './section.tsx'

const orders = [
  { number: '100482', event: 'Arsenal vs Chelsea', total: '£3,457.15' },
  { number: '100481', event: 'Philadelphia Eagles at Dallas Cowboys', total: '£248.86' },
]

type Order = (typeof orders)[number]

const columns: readonly TableColumn<Order>[] = [
  { id: 'number', title: 'Order', width: 84, cell: ({ number }) => number, text: ({ number }) => number },
  {
    id: 'event',
    title: 'Event',
    width: 150,
    grow: 1,
    sort: (left, right) => left.event.localeCompare(right.event),
    cell: ({ event }) => event,
    text: ({ event }) => event,
  },
  { id: 'total', title: 'All-in', width: 90, isNumeric: true, cell: ({ total }) => total },
]

const statuses = [
  { id: 'confirmed', name: 'Confirmed', tone: 'accent' },
  { id: 'cancelled', name: 'Cancelled', tone: 'danger' },
] as const

export function Lists() {
  const [text, setText] = useState('')
  const [status, setStatus] = useState<(typeof statuses)[number]['id'] | null>(null)
  const [layout, setLayout] = useState<TableLayout>({ sort: null, toggled: new Set() })
  const isFiltered = text !== '' || status !== null
  function clear() {
    setText('')
    setStatus(null)
  }
  return (
    <Section title="Lists">
      <Sample name="A table that becomes cards on a phone" isStacked>
        <TableList
          list={{
            items: orders.filter(({ event }) => event.toLowerCase().includes(text.toLowerCase())),
            total: orders.length,
            error: null,
            isPending: false,
            isFetching: false,
            isStale: false,
            refetch: () => Promise.resolve(),
            more: undefined,
            loadAll: () => Promise.resolve(orders),
          }}
          entity="order"
          entities="orders"
          label="Orders"
          columns={columns}
          keyOf={({ number }) => number}
          nameOf={({ number }) => `order ${number}`}
          layout={layout}
          onLayout={setLayout}
          renderLink={({ number }, { children, ...props }) => (
            <a href={`#${number}`} {...props}>
              {children}
            </a>
          )}
          renderCard={({ event, total }) => (
            <p>
              {event} · {total}
            </p>
          )}
          search={{ label: 'Search orders', placeholder: 'Order or event', text, onChange: setText }}
          filters={[
            {
              id: 'status',
              title: 'Status',
              width: 168,
              isSet: status !== null,
              control: (
                <StatusDropdown label="Status" statuses={statuses} value={status} onChange={setStatus} />
              ),
            },
          ]}
          onClear={isFiltered ? clear : undefined}
          noMatchText="No orders match these filters."
          emptyState={null}
        />
      </Sample>
      <Sample name="Detail panel next to a list" isStacked>
        <DetailPanel
          entity="order"
          list="orders"
          title="Order 100482"
          subtitle="Placed 22 Nov 26, 07:06"
          status={<StatusPill tone="accent">Confirmed</StatusPill>}
          onClose={() => undefined}
        >
          <p className="p-4 sm:p-5">2 tickets</p>
        </DetailPanel>
      </Sample>
    </Section>
  )
}
