import { useState, type ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { ChevronRightIcon } from '#web/ui/icons.ts'

/** A section that is closed at first; its contents render when it opens. */
export function Disclosure({ title, children }: { title: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="text-xs" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="inline-flex min-h-8 cursor-pointer max-sm:min-h-10 items-center gap-1 rounded-sm font-medium text-muted hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRightIcon
          aria-hidden
          className={cx('size-4 transition-transform duration-150', isOpen && 'rotate-90')}
        />
        {title}
      </summary>
      {isOpen && <div className="pt-1 pb-2 pl-5">{children}</div>}
    </details>
  )
}
