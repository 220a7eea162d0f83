import { cx } from '#web/ui/cx.ts'

interface DateTileProps {
  /** `DEC`, `5` and a line such as `Sat 17:30` or `Time tbc`, in the venue's local time. */
  month: string
  day: string | number
  note?: string
  /** The full date for screen readers. */
  label: string
  /** A plain white tile, for use on art. */
  isPlain?: boolean
  className?: string
}

/** A date as a calendar leaf: month, day, weekday and time. */
export function DateTile({ month, day, note, label, isPlain = false, className }: DateTileProps) {
  if (isPlain) {
    return (
      <span
        role="img"
        aria-label={label}
        className={cx(
          'tabular inline-flex w-11 flex-col items-center rounded bg-surface py-1.5 text-ink',
          className,
        )}
      >
        <span className="text-lg leading-5 font-bold">{day}</span>
        <span className="text-2xs leading-3.5 font-medium text-muted uppercase">{month}</span>
      </span>
    )
  }
  return (
    <span
      role="img"
      aria-label={label}
      className={cx(
        'tabular inline-flex w-16 shrink-0 flex-col items-center overflow-hidden rounded border border-line bg-surface text-ink',
        className,
      )}
    >
      <span className="w-full bg-accent text-center text-2xs leading-4.5 font-semibold tracking-wider text-on-accent uppercase">
        {month}
      </span>
      <span className="pt-1 text-xl leading-7 font-bold">{day}</span>
      {note !== undefined && <span className="pb-1 text-2xs whitespace-nowrap text-muted">{note}</span>}
    </span>
  )
}
