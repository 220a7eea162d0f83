import { cx } from '#web/ui/cx.ts'
import type { ListingNote } from './listing-details.ts'
import { noteStyles } from './note-icons.tsx'

/** Benefit texts in one column, or two for more than five (spec §9). */
export function NoteList({ notes }: { notes: readonly ListingNote[] }) {
  return (
    <ul
      aria-label="Benefits"
      className={cx('grid gap-x-5 gap-y-1.5', notes.length > 5 ? 'grid-cols-2' : 'grid-cols-1')}
    >
      {notes.map(({ kind, text }, index) => (
        // A seller's notes may repeat a text.
        <li key={index} className="flex items-start gap-2 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0">
          <span role="img" aria-label={noteStyles[kind].name} className="inline-flex">
            {noteStyles[kind].icon}
          </span>
          <span className="min-w-0">{text}</span>
        </li>
      ))}
    </ul>
  )
}
