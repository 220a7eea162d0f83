import { CheckIcon } from '#web/ui/icons.ts'

interface RowCheckProps {
  label: string
  isSelected: boolean
  onToggle: () => void
}

/** The browser's own box, unseen over a drawn one: a table draws hundreds of them while it scrolls. */
export function RowCheck({ label, isSelected, onToggle }: RowCheckProps) {
  return (
    <span className="relative inline-flex size-4 shrink-0 self-center">
      <input
        type="checkbox"
        aria-label={label}
        checked={isSelected}
        onChange={onToggle}
        className="peer absolute -inset-2 z-10 opacity-0 max-sm:-inset-3"
      />
      <span
        aria-hidden
        className="inline-flex size-4 items-center justify-center rounded-sm border border-line-strong bg-surface text-on-accent peer-checked:border-accent peer-checked:bg-accent peer-hover:border-ink peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent peer-checked:[&_svg]:visible"
      >
        <CheckIcon className="invisible size-3" strokeWidth={3.5} />
      </span>
    </span>
  )
}
