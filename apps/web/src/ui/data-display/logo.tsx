import { cx } from '#web/ui/cx.ts'

/** The terrace steps. Decorative: a link with the mark alone needs its own name. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden className={cx('size-6 fill-accent', className)}>
      <path d="M1 23v-5.5h5.5V12H12V6.5h5.5V1H23v22z" />
    </svg>
  )
}

/** Logo and brand name; the name comes from the configuration. */
export function Wordmark({
  brand,
  className,
  nameClassName,
}: {
  brand: string
  className?: string
  nameClassName?: string
}) {
  return (
    <span
      className={cx('inline-flex items-center gap-3 text-lg font-bold tracking-tight text-ink', className)}
    >
      <LogoMark />
      <span className={nameClassName}>{brand}</span>
    </span>
  )
}
