import { Button } from 'react-aria-components/Button'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import { cx } from '#web/ui/cx.ts'
import { Tooltip } from '#web/ui/tooltip.tsx'
import type { NoteFact } from './listing-facts.ts'
import { NoteIcons, noteIconsClass, noteLooks } from './note-icons.tsx'

interface LiveNotesProps {
  notes: readonly NoteFact[]
  /** Whose notes they are, such as `Block 25`. */
  place: string
  label: string
  isOpenAtFirst: boolean
  isFocusedAtFirst: boolean
}

/** The icons of a row's notes, with their words on hover, on focus and on a press. */
export function LiveNotes({ notes, place, label, isOpenAtFirst, isFocusedAtFirst }: LiveNotesProps) {
  return (
    <DialogTrigger defaultOpen={isOpenAtFirst}>
      <Tooltip text={<NoteList notes={notes} />}>
        <Button aria-label={label} autoFocus={isFocusedAtFirst} className={noteIconsClass}>
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

/** Two columns when there are more than five (spec §9). */
function NoteList({ notes }: { notes: readonly NoteFact[] }) {
  return (
    <ul className={cx('grid gap-x-5 gap-y-1.5', notes.length > 5 && 'grid-cols-2')}>
      {notes.map(({ kind, text }, index) => (
        // Two notes of a seller may say the same.
        <li key={index} className="flex items-start gap-2 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0">
          <span role="img" aria-label={noteLooks[kind].name} className="inline-flex">
            {noteLooks[kind].icon}
          </span>
          <span>{text}</span>
        </li>
      ))}
    </ul>
  )
}
