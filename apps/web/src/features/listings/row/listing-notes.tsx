import { useRef } from 'react'
import { LazyTooltip } from '#web/ui/overlay/lazy-tooltip.tsx'
import { cx } from '#web/ui/cx.ts'
import { useTooltip } from '#web/ui/overlay/use-tooltip.ts'
import type { ListingNote } from './listing-details.ts'
import { NoteIcons, noteIconsClass, noteStyles } from './note-icons.tsx'
import { NoteList } from './note-list.tsx'
import { useRowTabIndex } from './row-tab-index.ts'

interface ListingNotesProps {
  notes: readonly ListingNote[]
  /** Section of the listing, such as `Block 25`. */
  section: string
  /** Expands the row to show the texts, for touch. */
  onPress: () => void
  /** One line of icons, for compact rows. */
  isCompact?: boolean
}

/**
 * A row's notes as one icon per kind, with a tooltip on hover and focus. Creates the tooltip on demand, because rows
 * mount and unmount while scrolling.
 */
export function ListingNotes({ notes, section, onPress, isCompact = false }: ListingNotesProps) {
  const button = useRef<HTMLButtonElement>(null)
  const { isTooltipOpen, tooltipTriggerProps } = useTooltip()
  const tabIndex = useRowTabIndex()
  if (notes.length === 0) return null
  return (
    <>
      <button
        ref={button}
        type="button"
        tabIndex={tabIndex}
        aria-label={`Notes on ${section}: ${notes.map(({ kind, text }) => `${noteStyles[kind].name}: ${text}`).join('. ')}`}
        onClick={onPress}
        {...tooltipTriggerProps}
        className={cx(noteIconsClass, isCompact && '!min-h-6 !flex-nowrap !gap-x-0.5 text-2xs')}
      >
        <NoteIcons notes={notes} {...(isCompact && { max: 4 })} />
      </button>
      {isTooltipOpen && <LazyTooltip text={<NoteList notes={notes} />} triggerRef={button} />}
    </>
  )
}
