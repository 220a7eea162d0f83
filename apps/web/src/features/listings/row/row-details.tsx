import type { WireListing } from '@terrace/contracts/listings'
import { use } from 'react'
import { useLazyComponent } from '#web/lib/hooks/use-lazy-component.ts'
import type { ListingNote } from './listing-details.ts'
import { detailAttributes } from './listing-details.ts'
import { NoteList } from './note-list.tsx'
import { RowEventContext } from './row-event-context.ts'
import { useRowTabIndex } from './row-tab-index.ts'

interface RowDetailsProps {
  id: string
  listing: WireListing
  notes: readonly ListingNote[]
  today: string
  /** `null` while the row offers no tickets. */
  quantity: number | null
}

const loadCopy = async () => ({
  default: (await import('#web/features/listings/copy/row-copy.tsx')).RowCopy,
})

export function RowDetails({ id, listing, notes, today, quantity }: RowDetailsProps) {
  const event = use(RowEventContext)
  const isTabStop = useRowTabIndex() === 0
  const { Loaded: RowCopy } = useLazyComponent(loadCopy)
  return (
    <div role="gridcell" id={id} className="@container col-span-full animate-fade pt-2 pb-1 text-xs">
      <dl className="tabular grid grid-cols-2 gap-x-6 gap-y-2 @min-[33rem]:grid-cols-4">
        {detailAttributes(listing, today).map(({ name, text }) => (
          <div key={name} className="min-w-0">
            <dt className="text-muted">{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {notes.length > 0 && (
        <div className="mt-3 border-t border-line pt-3">
          <NoteList notes={notes} />
        </div>
      )}
      {RowCopy && event && quantity !== null && (
        <RowCopy event={event} listing={listing} quantity={quantity} isTabStop={isTabStop} />
      )}
    </div>
  )
}
