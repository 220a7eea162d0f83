import { cx } from '#web/ui/cx.ts'

/** A keyboard key; hidden from screen readers. */
export function Kbd({ children, className }: { children: string; className?: string }) {
  return (
    <kbd
      aria-hidden
      className={cx(
        'h-5 min-w-5 items-center justify-center rounded-sm border border-line bg-surface px-1 font-sans text-2xs text-muted',
        className ?? 'inline-flex',
      )}
    >
      {children}
    </kbd>
  )
}
