import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { AlertTriangleIcon, GiftIcon, IdCardIcon, InfoIcon, SplitIcon, TruckIcon } from '#web/ui/icons.ts'
import type { ListingNote, NoteKind } from './listing-details.ts'

export const noteStyles: Record<NoteKind, { icon: ReactNode; name: string }> = {
  benefit: { icon: <GiftIcon />, name: 'Benefit' },
  restriction: { icon: <AlertTriangleIcon />, name: 'Restriction' },
  information: { icon: <InfoIcon />, name: 'Information' },
  delivery: { icon: <TruckIcon />, name: 'Required' },
  identity: { icon: <IdCardIcon />, name: 'Required' },
  single: { icon: <SplitIcon />, name: 'Seats' },
}

export const noteIconsClass =
  '-mx-1 inline-flex min-h-7 flex-wrap items-center gap-x-1 rounded-sm px-1 text-muted hover:text-ink max-sm:-my-1.5 max-sm:min-h-8 max-sm:max-w-none [&_svg]:size-4 [&_svg]:overflow-visible'

/** One icon per kind, in the order of the notes; more than `max` end in a number. */
export function NoteIcons({ notes, max = 6 }: { notes: readonly ListingNote[]; max?: number }) {
  const kinds = [...new Set(notes.map(({ kind }) => kind))]
  const shown = kinds.length > max ? kinds.slice(0, max - 1) : kinds
  return (
    <>
      {shown.map((kind) => (
        <span key={kind} aria-hidden className={cx('inline-flex', kind === 'restriction' && 'text-signal')}>
          {noteStyles[kind].icon}
        </span>
      ))}
      {shown.length < kinds.length && <span aria-hidden>+{kinds.length - shown.length}</span>}
    </>
  )
}
