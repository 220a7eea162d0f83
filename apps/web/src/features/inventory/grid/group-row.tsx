import { memo } from 'react'
import { cx } from '#web/ui/cx.ts'
import { RowCheckbox } from '#web/ui/data-table/row-checkbox.tsx'
import { ChevronDownIcon } from '#web/ui/icons.ts'
import type { SummaryEvent } from '#web/features/inventory/data/queries.ts'
import { eventTime, wholeMoneyText } from '#web/features/inventory/texts.ts'
import type { InventoryColumn } from './columns.tsx'

export interface EventGroup {
  id: number
  count: number
  event: SummaryEvent
}

interface GroupRowProps {
  group: EventGroup
  columns: readonly InventoryColumn[]
  template: string
  position: number
  top: number
  height: number
  isCollapsed: boolean
  isTabStop: boolean
  /** How many of its listings are selected. */
  selected: 'none' | 'some' | 'all'
  onToggle: (position: number, isRange: boolean) => void
}

/** The heading of an event: its totals below the columns they belong to. */
export const GroupRow = memo(function GroupRow(props: GroupRowProps) {
  const { group, columns, template, position, isCollapsed, selected } = props
  const { event } = group.event
  const totals = totalsOf(group.event)
  const summed = columns.flatMap(({ id }, index) => (totals[id] === undefined ? [] : [index]))
  const start = Math.max(summed[0] ?? columns.length, 1)
  const end = (summed.at(-1) ?? columns.length - 1) + 1
  return (
    <div
      role="row"
      aria-rowindex={position + 2}
      data-position={position}
      style={{ gridTemplateColumns: template, height: props.height, transform: `translateY(${props.top}px)` }}
      className="absolute inset-x-0 top-0 grid items-stretch border-b border-line bg-sunken px-3 text-xs"
    >
      <span role="gridcell" aria-colindex={1} className="flex items-center pl-3">
        <RowCheckbox
          label={`Select all of ${event.title}`}
          isSelected={selected === 'all'}
          isPartial={selected === 'some'}
          tabIndex={-1}
          onToggle={() => props.onToggle(position, false)}
        />
      </span>
      <span
        role="gridcell"
        aria-colindex={2}
        aria-colspan={start}
        tabIndex={props.isTabStop ? 0 : -1}
        aria-expanded={!isCollapsed}
        data-column={0}
        style={{ gridColumn: `2 / span ${start}` }}
        className="flex min-w-0 cursor-pointer items-center gap-1.5 px-1 -outline-offset-2 focus-visible:outline-2 focus-visible:outline-accent"
      >
        <ChevronDownIcon aria-hidden className={cx('size-3.5 shrink-0', isCollapsed && '-rotate-90')} />
        <span className="truncate font-semibold">{event.title}</span>
        <span className="tabular shrink-0 text-muted">{group.count.toLocaleString('en-GB')}</span>
      </span>
      {columns.slice(start, end).map(({ id }, offset) => (
        <span
          key={id}
          role="gridcell"
          aria-colindex={start + offset + 2}
          className="tabular flex min-w-0 items-center justify-end px-1.5 font-semibold"
        >
          <span className="truncate">{totals[id]}</span>
        </span>
      ))}
      {end < columns.length && (
        <span
          role="gridcell"
          aria-colindex={end + 2}
          style={{ gridColumn: `${end + 2} / -1` }}
          className="flex min-w-0 items-center px-1.5 text-muted"
        >
          <span className="truncate">
            {group.event.lowest !== null &&
              group.event.offered > 0 &&
              `Lowest in ${group.event.lowest} of ${group.event.offered} · `}
            {eventTime(event)} · {event.venue_name}
          </span>
        </span>
      )}
    </div>
  )
})

/** Totals of an event by column; several currencies have no sum. */
function totalsOf({ tickets, sold, held, values }: SummaryEvent): Partial<Record<string, string>> {
  const value = values.length === 1 ? values[0] : undefined
  const countText = (count: number) => (count === 0 ? '' : count.toLocaleString('en-GB'))
  const { cost, asking, proceeds, margin } = value ?? {}
  const isCosted = Number(cost?.amount ?? 0) !== 0
  return {
    quantity: tickets.toLocaleString('en-GB'),
    sold: countText(sold),
    held: countText(held),
    cost: cost && isCosted ? wholeMoneyText(cost) : '',
    price: asking ? wholeMoneyText(asking) : '',
    proceeds: proceeds ? wholeMoneyText(proceeds) : '',
    margin: margin && isCosted ? wholeMoneyText(margin) : '',
  }
}
