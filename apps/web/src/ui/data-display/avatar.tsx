import { cx } from '#web/ui/cx.ts'

/** `JM` for Jane Miller; one letter for a single name. */
function initialsOf(name: string): string {
  const nameParts = name.trim().split(/\s+/)
  const first = nameParts[0] ?? ''
  const last = nameParts.length > 1 ? (nameParts.at(-1) ?? '') : ''
  return [first, last]
    .map((part) => String.fromCodePoint(part.codePointAt(0) ?? 0x20))
    .join('')
    .trim()
    .toLocaleUpperCase('en-GB')
}

export function Avatar({ name, className }: { name: string; className?: string }) {
  return (
    <span
      className={cx(
        'inline-flex size-9 items-center sm:size-7 sm:text-2xs justify-center rounded-full bg-accent text-xs font-bold text-on-accent select-none',
        className,
      )}
    >
      {initialsOf(name)}
    </span>
  )
}
