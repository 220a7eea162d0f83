import { cx } from './cx.ts'

/** `JM` from Jane Miller; one letter where there is only one name. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const first = words[0] ?? ''
  const last = words.length > 1 ? (words.at(-1) ?? '') : ''
  return [first, last]
    .map((word) => String.fromCodePoint(word.codePointAt(0) ?? 0x20))
    .join('')
    .trim()
    .toLocaleUpperCase('en-GB')
}

/** Initials in a round. */
export function Avatar({ name, className }: { name: string; className?: string }) {
  return (
    <span
      className={cx(
        'inline-flex size-9 items-center justify-center rounded-full bg-accent text-xs font-bold text-on-accent select-none',
        className,
      )}
    >
      {initialsOf(name)}
    </span>
  )
}
