import { useId, useRef, type ReactNode } from 'react'
import { useKeptFocus } from '#web/lib/use-kept-focus.ts'
import { byEvent } from './basket.ts'

interface EventLinesProps<Item> {
  items: readonly Item[]
  eventOf: (item: Item) => { id: number; title: string }
  /** One list item. */
  children: (item: Item) => ReactNode
}

/** Lines of the basket below the names of their events. A line that goes leaves the focus to the next one. */
export function EventLines<Item>({ items, eventOf, children }: EventLinesProps<Item>) {
  const list = useRef<HTMLDivElement>(null)
  useKeptFocus({ list, rows: () => [...(list.current?.querySelectorAll('button') ?? [])] })
  return (
    <div ref={list} className="flex flex-col gap-4">
      {byEvent(items, eventOf).map(({ event, items: lines }) => (
        <OneEvent key={event.id} title={event.title}>
          {lines.map(children)}
        </OneEvent>
      ))}
    </div>
  )
}

function OneEvent({ title, children }: { title: string; children: ReactNode }) {
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
