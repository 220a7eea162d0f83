import { useState } from 'react'
import { StatusPill } from '../badge.tsx'
import { Button } from '../button.tsx'
import { DetailPanel } from '../detail-panel.tsx'
import { FilterBar } from '../filter-bar.tsx'
import { Panel } from '../panel.tsx'
import { RowList, rowLinkClass } from '../row-list.tsx'
import { StatusDropdown } from '../status-dropdown.tsx'
import { Sample, Section } from './section.tsx'

const columns = '@2xl:grid @2xl:grid-cols-[8rem_minmax(0,1fr)_8rem] @2xl:items-center'

const orders = [
  { number: '100482', event: 'Arsenal vs Chelsea', total: '£3,457.15' },
  { number: '100481', event: 'Philadelphia Eagles at Dallas Cowboys', total: '£248.86' },
]

const statuses = [
  { id: 'confirmed', name: 'Confirmed', tone: 'accent' },
  { id: 'cancelled', name: 'Cancelled', tone: 'danger' },
] as const

export function Lists() {
  const [text, setText] = useState('')
  const [status, setStatus] = useState<(typeof statuses)[number]['id'] | null>(null)
  const isNarrowed = text !== '' || status !== null
  function clear() {
    setText('')
    setStatus(null)
  }
  return (
    <Section title="Lists">
      <Sample name="What narrows a list, and rows in columns where there is room" isStacked>
        <Panel>
          <FilterBar
            search={{ label: 'Search orders', placeholder: 'Order or event', text, onChange: setText }}
            onClear={isNarrowed ? clear : undefined}
            action={
              <Button size="sm" className="ml-auto">
                Export CSV
              </Button>
            }
          >
            <StatusDropdown label="Status" statuses={statuses} value={status} onChange={setStatus} />
          </FilterBar>
          <RowList
            columns={columns}
            heads={
              <>
                <span>Order</span>
                <span>Event</span>
                <span className="text-right">Total</span>
              </>
            }
          >
            {orders.map(({ number, event, total }) => (
              <li key={number}>
                <a href={`#${number}`} className={rowLinkClass(columns)}>
                  <span className="font-semibold @2xl:order-2">{event}</span>
                  <span className="tabular text-right @2xl:order-3">{total}</span>
                  <span className="text-muted @2xl:order-1">{number}</span>
                </a>
              </li>
            ))}
          </RowList>
        </Panel>
      </Sample>
      <Sample name="One of them, opened beside the list" isStacked>
        <DetailPanel
          thing="order"
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
