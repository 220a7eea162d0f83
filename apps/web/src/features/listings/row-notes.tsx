import { cx } from '#web/ui/cx.ts'
import type { NoteFact } from './listing-facts.ts'
import { noteLooks } from './note-icons.tsx'

/** Benefits in words: one column, or two when there are more than five (spec §9). */
export function NoteList({ notes }: { notes: readonly NoteFact[] }) {
  return (
    <ul
      aria-label="Benefits"
      className={cx('grid gap-x-5 gap-y-1.5', notes.length > 5 ? 'grid-cols-2' : 'grid-cols-1')}
    >
      {notes.map(({ kind, text }, index) => (
        // Two notes of a seller may say the same.
        <li key={index} className="flex items-start gap-2 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0">
          <span role="img" aria-label={noteLooks[kind].name} className="inline-flex">
            {noteLooks[kind].icon}
          </span>
          <span className="min-w-0">{text}</span>
        </li>
      ))}
    </ul>
  )
}
