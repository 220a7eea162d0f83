import type { ReactNode } from 'react'
import { cx } from './cx.ts'

interface ListAndDetailProps {
  list: ReactNode
  /** What of the list is open; null where nothing is. */
  detail: ReactNode
}

/** A list, and what is open of it beside it; in its place where there is no room for both. The list keeps what it shows. */
export function ListAndDetail({ list, detail }: ListAndDetailProps) {
  const isOpen = detail !== null
  return (
    <div className={cx(isOpen && 'grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_minmax(0,32rem)]')}>
      <div data-list className={cx('min-w-0', isOpen && 'max-xl:hidden print:hidden')}>
        {list}
      </div>
      {isOpen && <div className="min-w-0 xl:sticky xl:top-4">{detail}</div>}
    </div>
  )
}
