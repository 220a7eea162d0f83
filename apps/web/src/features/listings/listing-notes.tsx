import { lazy, startTransition, Suspense, useEffect, useState } from 'react'
import type { NoteFact } from './listing-facts.ts'
import { NoteIcons, noteIconsClass, noteLooks } from './note-icons.tsx'

const loadLive = async () => ({ default: (await import('./live-notes.tsx')).LiveNotes })
const LiveNotes = lazy(loadLive)

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
  useEffect(() => {
    // A load that fails here is tried again by who asks for the words.
    loadLive().catch(() => undefined)
  }, [])
  if (notes.length === 0) return null
  const label = `Notes on ${place}: ${notes.map(({ kind, text }) => `${noteLooks[kind].name}: ${text}`).join('. ')}`
  // In a transition the plain button, and the focus on it, stay until the other one is there.
  const want = (by: 'hover' | 'focus' | 'press') => startTransition(() => setWanted(by))
  return (
    <Suspense>
      {isWanted === 'no' ? (
        <button
          type="button"
          aria-label={label}
          onPointerEnter={({ pointerType }) => pointerType === 'mouse' && want('hover')}
          onFocus={({ target }) => {
            // A finger's focus is followed by its press, which must find the same button.
            if (target.matches(':focus-visible')) want('focus')
          }}
          onClick={() => want('press')}
          className={noteIconsClass}
        >
          <NoteIcons notes={notes} />
        </button>
      ) : (
        <LiveNotes
          notes={notes}
          place={place}
          label={label}
          isOpenAtFirst={isWanted === 'press'}
          isFocusedAtFirst={isWanted === 'focus'}
        />
      )}
    </Suspense>
  )
}
