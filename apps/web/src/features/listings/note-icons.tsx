import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { AlertTriangleIcon, GiftIcon, IdCardIcon, InfoIcon, SplitIcon, TruckIcon } from '#web/ui/icons.ts'
import type { NoteFact, NoteKind } from './listing-facts.ts'

export const noteLooks: Record<NoteKind, { icon: ReactNode; name: string }> = {
  benefit: { icon: <GiftIcon />, name: 'Benefit' },
  restriction: { icon: <AlertTriangleIcon />, name: 'Restriction' },
  information: { icon: <InfoIcon />, name: 'Information' },
  delivery: { icon: <TruckIcon />, name: 'Required' },
  identity: { icon: <IdCardIcon />, name: 'Required' },
  single: { icon: <SplitIcon />, name: 'Seats' },
}

/** Of the button that carries them. */
export const noteIconsClass =
  '-mx-1 inline-flex min-h-7 max-w-17 flex-wrap items-center gap-x-1 rounded-sm px-1 text-muted hover:text-ink max-sm:min-h-8 max-sm:max-w-none [&_svg]:size-4'

/** One for each kind, in the order of the notes. */
export function NoteIcons({ notes }: { notes: readonly NoteFact[] }) {
  return [...new Set(notes.map(({ kind }) => kind))].map((kind) => (
    <span key={kind} aria-hidden className={cx('inline-flex', kind === 'restriction' && 'text-signal')}>
      {noteLooks[kind].icon}
    </span>
  ))
}
