import { Button } from 'react-aria-components/Button'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import { useState, type ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { AlertTriangleIcon, GiftIcon, IdCardIcon, InfoIcon, SplitIcon, TruckIcon } from '#web/ui/icons.ts'
import { Tooltip } from '#web/ui/tooltip.tsx'
import type { NoteFact, NoteKind } from './listing-facts.ts'

const looks: Record<NoteKind, { icon: ReactNode; name: string }> = {
  benefit: { icon: <GiftIcon />, name: 'Benefit' },
  restriction: { icon: <AlertTriangleIcon />, name: 'Restriction' },
  information: { icon: <InfoIcon />, name: 'Information' },
  delivery: { icon: <TruckIcon />, name: 'Required' },
  identity: { icon: <IdCardIcon />, name: 'Required' },
  single: { icon: <SplitIcon />, name: 'Seats' },
}

interface ListingNotesProps {
  notes: readonly NoteFact[]
  /** Whose notes they are, such as `Block 25`. */
  place: string
}

/**
 * A row's notes as icons, one for each kind; their words on hover and focus, and on a press, for fingers. Until then
 * it is a plain button: rows come and go while one scrolls, and few of them are asked for their words.
 */
export function ListingNotes({ notes, place }: ListingNotesProps) {
  const [isWanted, setWanted] = useState<'no' | 'hover' | 'focus' | 'press'>('no')
  if (notes.length === 0) return null
  const label = `Notes on ${place}: ${notes.map(({ kind, text }) => `${looks[kind].name}: ${text}`).join('. ')}`
  if (isWanted !== 'no') {
    return (
      <LiveNotes
        notes={notes}
        place={place}
        label={label}
        isOpenAtFirst={isWanted === 'press'}
        isFocusedAtFirst={isWanted === 'focus'}
      />
    )
  }
  return (
    <button
      type="button"
      aria-label={label}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setWanted('hover')}
      onFocus={({ target }) => {
        // A finger's focus is followed by its press, which must find the same button.
        if (target.matches(':focus-visible')) setWanted('focus')
      }}
      onClick={() => setWanted('press')}
      className={iconsClass}
    >
      <NoteIcons notes={notes} />
    </button>
  )
}

const iconsClass =
  '-mx-1 inline-flex h-7 items-center gap-1.5 rounded-sm px-1 text-muted hover:text-ink max-sm:h-8 [&_svg]:size-4'

interface LiveNotesProps extends ListingNotesProps {
  label: string
  isOpenAtFirst: boolean
  isFocusedAtFirst: boolean
}

function LiveNotes({ notes, place, label, isOpenAtFirst, isFocusedAtFirst }: LiveNotesProps) {
  return (
    <DialogTrigger defaultOpen={isOpenAtFirst}>
      <Tooltip text={<NoteList notes={notes} />}>
        <Button aria-label={label} autoFocus={isFocusedAtFirst} className={iconsClass}>
          <NoteIcons notes={notes} />
        </Button>
      </Tooltip>
      <Popover
        placement="top"
        className="max-w-[min(26rem,calc(100vw-2rem))] animate-fade rounded border border-line bg-raised p-4 text-ink shadow"
      >
        <Dialog aria-label={`Notes on ${place}`} className="text-sm outline-none">
          <NoteList notes={notes} />
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}

function NoteIcons({ notes }: { notes: readonly NoteFact[] }) {
  return [...new Set(notes.map(({ kind }) => kind))].map((kind) => (
    <span key={kind} aria-hidden className={cx('inline-flex', kind === 'restriction' && 'text-signal')}>
      {looks[kind].icon}
    </span>
  ))
}

/** Two columns when there are more than five (spec §9). */
function NoteList({ notes }: { notes: readonly NoteFact[] }) {
  return (
    <ul className={cx('grid gap-x-5 gap-y-1.5', notes.length > 5 && 'grid-cols-2')}>
      {notes.map(({ kind, text }, index) => (
        // Two notes of a seller may say the same.
        <li key={index} className="flex items-start gap-2 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0">
          <span role="img" aria-label={looks[kind].name} className="inline-flex">
            {looks[kind].icon}
          </span>
          <span>{text}</span>
        </li>
      ))}
    </ul>
  )
}
