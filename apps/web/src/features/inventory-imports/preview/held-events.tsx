import { useInfiniteQuery } from '@tanstack/react-query'
import type { WireHeldEvent } from '@terrace/contracts/inventory-import-rows'
import type { WireInventoryImportDetail } from '@terrace/contracts/inventory-imports'
import { useRef, useState } from 'react'
import type { SearchEvents } from '#web/features/inventory/add/event-picker.tsx'
import { counted } from '#web/features/inventory/texts.ts'
import { useListFocus } from '#web/lib/hooks/use-list-focus.ts'
import { NextPage } from '#web/ui/controls/next-page.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { LazyPart } from '#web/ui/overlay/lazy-part.tsx'
import { heldEventsQuery } from '#web/features/inventory-imports/data/queries.ts'
import { canDecideEvents } from './can-decide-events.ts'
import { HeldEvent } from './held-event.tsx'
import type { Decisions } from './use-decisions.ts'

interface HeldEventsProps {
  item: WireInventoryImportDetail
  stage: string
  decisions: Decisions
  searchEvents: SearchEvents
}

const loadPicker = async () => ({ default: (await import('./other-event-dialog.tsx')).OtherEventDialog })

/** Events that were not recognised. One decision frees all rows of the event, here and in later files. */
export function HeldEvents({ item, stage, decisions, searchEvents }: HeldEventsProps) {
  const isOpen = canDecideEvents(item)
  const held = useInfiniteQuery({
    ...heldEventsQuery(item.id, stage),
    enabled: item.counts.held > 0 && isOpen,
  })
  const list = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState<string | null>(null)
  const [picking, setPicking] = useState<WireHeldEvent | null>(null)
  // After a decision, the next event has the focus.
  useListFocus({
    list,
    rows: () => [...(list.current?.querySelectorAll<HTMLElement>('[data-held-event] button') ?? [])],
  })
  const events = held.data?.pages.flatMap(({ data }) => data).filter(({ key }) => !decisions.decided.has(key))
  if (item.counts.held === 0 || !isOpen) return null
  const rows = events?.reduce((sum, event) => sum + event.rows, 0) ?? item.counts.held
  const shown = events?.some(({ key }) => key === opened) === true ? opened : (events?.[0]?.key ?? null)
  return (
    <section aria-label="Held rows">
      <div className="flex min-h-9 items-center gap-2 border-b border-line px-5 py-1.5 text-xs max-sm:px-4">
        <h2 className="text-sm font-semibold">{counted(rows, 'row')} held</h2>
        <p role="status" className="text-muted">
          {decisions.pending > 0
            ? `saving ${counted(decisions.pending, 'decision')}`
            : `in ${counted(item.held_events || (events?.length ?? 0), 'event')} we could not match`}
        </p>
      </div>
      {!events && held.error === null && <Skeleton className="m-4 h-40" />}
      {!events && held.error !== null && <LoadError title="Couldn’t load the events" query={held} />}
      <div ref={list} className="divide-y divide-line">
        {events?.map((event) => (
          <HeldEvent
            key={event.key}
            importId={item.id}
            event={event}
            isExpanded={event.key === shown}
            onExpand={() => setOpened(event.key)}
            onUse={(eventId) => decisions.decide({ key: event.key, event_id: eventId })}
            onSkip={() => decisions.decide({ key: event.key, skip: true })}
            onOther={() => setPicking(event)}
          />
        ))}
      </div>
      <NextPage query={held} label="Show more events" className="m-4" />
      {picking && (
        <LazyPart
          load={loadPicker}
          props={{
            isOpen: true,
            event: picking,
            searchEvents,
            onClose: () => setPicking(null),
            onChoose: (eventId: number) => {
              decisions.decide({ key: picking.key, event_id: eventId })
              setPicking(null)
            },
          }}
        />
      )}
    </section>
  )
}
