import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { ArrowDownIcon, ArrowUpIcon } from '#web/ui/icons.ts'
import type { ColumnSort } from '#web/features/listings/columns/columns.ts'
import type { FeedFilterProps } from '#web/features/listings/filters/filter-choices.ts'
import { columnOrder, orderParams } from '#web/features/listings/filters/feed-order.ts'

interface SortHeaderProps extends Pick<FeedFilterProps, 'params' | 'onParamsChange'> {
  title: string
  /** `null` when the column can't be sorted. */
  sort: ColumnSort | null
  isNumber: boolean
  className?: string
  /** The handle that changes the width. */
  children?: ReactNode
}

/** A column header that sorts the whole result on the server; a second press reverses the order. */
export function SortHeader({
  title,
  sort,
  isNumber,
  params,
  onParamsChange,
  className,
  children,
}: SortHeaderProps) {
  const current = columnOrder(params)
  const direction = sort !== null && current.order === sort.order ? current.sort : null
  const Arrow = direction === 'desc' ? ArrowDownIcon : ArrowUpIcon
  return (
    <span
      role="columnheader"
      // Excludes the name of the resize handle.
      aria-label={title}
      {...(direction !== null && { 'aria-sort': direction === 'asc' ? 'ascending' : 'descending' })}
      className={cx('relative flex min-w-0 items-center', isNumber && 'justify-end', className)}
    >
      {sort === null ? (
        <span className="truncate">{title}</span>
      ) : (
        <button
          type="button"
          onClick={() =>
            onParamsChange(orderParams(sort.order, direction === null ? sort.first : opposite(direction)))
          }
          className={cx(
            'inline-flex h-6 min-w-0 items-center gap-0.5 rounded-sm whitespace-nowrap hover:text-ink',
            isNumber && 'flex-row-reverse',
            direction !== null && 'font-semibold text-ink',
          )}
        >
          {title}
          {direction !== null && <Arrow aria-hidden className="size-3 shrink-0" strokeWidth={2.5} />}
        </button>
      )}
      {children}
    </span>
  )
}

function opposite(direction: 'asc' | 'desc'): 'asc' | 'desc' {
  return direction === 'asc' ? 'desc' : 'asc'
}
