import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

interface ListAndDetailProps {
  list: ReactNode
  /** Details of the open item; `null` when none is open. */
  detail: ReactNode
}

/** A table with the open item next to it; on small screens the item replaces the table, which keeps its state. */
export function ListAndDetail({ list, detail }: ListAndDetailProps) {
  const isOpen = detail !== null
  return (
    <div className={cx(isOpen && 'grid min-h-full items-start xl:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]')}>
      <div data-list className={cx('min-w-0', isOpen && 'max-xl:hidden print:hidden')}>
        {list}
      </div>
      {isOpen && (
        <div className="min-w-0 xl:sticky xl:top-0 xl:self-stretch xl:border-l xl:border-line">{detail}</div>
      )}
    </div>
  )
}
