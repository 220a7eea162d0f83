import { useId, useRef, type ReactNode } from 'react'
import { useListFocus } from '#web/lib/hooks/use-list-focus.ts'
import { groupByEvent } from './basket.ts'

interface EventLinesProps<Item> {
  items: readonly Item[]
  eventOf: (item: Item) => { id: number; title: string }
  children: (item: Item) => ReactNode
}

/** Basket lines grouped by event. When a focused line disappears, focus moves to the next one. */
export function EventLines<Item>({ items, eventOf, children }: EventLinesProps<Item>) {
  const list = useRef<HTMLDivElement>(null)
  useListFocus({ list, rows: () => [...(list.current?.querySelectorAll('button') ?? [])] })
  return (
    <div ref={list} className="flex flex-col gap-4">
      {groupByEvent(items, eventOf).map(({ event, items: lines }) => (
        <EventSection key={event.id} title={event.title}>
          {lines.map(children)}
        </EventSection>
      ))}
    </div>
  )
}

function EventSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <div>
      <p id={id} className="border-b border-line pb-1.5 text-xs font-semibold text-muted">
        {title}
      </p>
      <ul aria-labelledby={id} className="divide-y divide-line text-sm">
        {children}
      </ul>
    </div>
  )
}
