import { useRef } from 'react'
import { Hint } from '#web/ui/hint.tsx'
import { useHint } from '#web/ui/use-hint.ts'
import type { NoteFact } from './listing-facts.ts'
import { NoteIcons, noteIconsClass, noteLooks } from './note-icons.tsx'
import { NoteList } from './row-notes.tsx'

interface ListingNotesProps {
  notes: readonly NoteFact[]
  /** Whose notes they are, such as `Block 25`. */
  place: string
  /** Shows the words in the row, for fingers. */
  onPress: () => void
}

/**
 * A row's notes as icons, one for each kind; their words on hover and focus. It is a plain button throughout: rows come
 * and go while one scrolls, and few of them are asked for their words.
 */
export function ListingNotes({ notes, place, onPress }: ListingNotesProps) {
  const button = useRef<HTMLButtonElement>(null)
  const { isHinted, hintProps } = useHint()
  if (notes.length === 0) return null
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={`Notes on ${place}: ${notes.map(({ kind, text }) => `${noteLooks[kind].name}: ${text}`).join('. ')}`}
        onClick={onPress}
        {...hintProps}
        className={noteIconsClass}
      >
        <NoteIcons notes={notes} />
      </button>
      {isHinted && <Hint text={<NoteList notes={notes} />} triggerRef={button} />}
    </>
  )
}
