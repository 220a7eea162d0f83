import type { ReactNode, TableHTMLAttributes, TdHTMLAttributes, ThHTMLAttributes } from 'react'
import { cx } from '#web/ui/cx.ts'

/**
 * Parts of a plain table: dense rows, hairlines, a sticky header. Wide tables scroll inside their own region, so the
 * page never scrolls sideways.
 */
export function Table({
  label,
  className,
  children,
  ...props
}: TableHTMLAttributes<HTMLTableElement> & { label: string }) {
  return (
    <table
      {...props}
      aria-label={label}
      className={cx('w-full border-separate border-spacing-0 text-sm', className)}
    >
      {children}
    </table>
  )
}

export function TableHeader({ children }: { children: ReactNode }) {
  return (
    <thead className="sticky top-0 z-10">
      <tr>{children}</tr>
    </thead>
  )
}

interface CellAlign {
  /** Aligns numbers to the right. */
  isNumeric?: boolean
}

export function Column({
  isNumeric,
  className,
  ...props
}: ThHTMLAttributes<HTMLTableCellElement> & CellAlign) {
  return (
    <th
      scope="col"
      {...props}
      className={cx(
        'h-9 border-b border-line bg-surface px-3 text-xs font-semibold whitespace-nowrap text-muted first:pl-5 last:pr-5',
        isNumeric ? 'text-right' : 'text-left',
        className,
      )}
    />
  )
}

interface RowProps {
  children: ReactNode
  isSelected?: boolean
  /** Sold out or removed; stays readable. */
  isUnavailable?: boolean
  /** Highlights a live change for two seconds; set a new `key` to highlight again. */
  isChanged?: boolean
  className?: string
}

export function Row({
  children,
  isSelected = false,
  isUnavailable = false,
  isChanged = false,
  className,
}: RowProps) {
  return (
    <tr
      {...(isSelected && { 'aria-selected': true })}
      className={cx(
        'transition-colors duration-150 ease-out last:[&>td]:border-b-0',
        isSelected ? 'bg-accent-soft' : 'bg-surface hover:bg-sunken',
        isUnavailable && 'text-muted',
        isChanged && 'animate-flash',
        className,
      )}
    >
      {children}
    </tr>
  )
}

export function Cell({ isNumeric, className, ...props }: TdHTMLAttributes<HTMLTableCellElement> & CellAlign) {
  return (
    <td
      {...props}
      className={cx(
        'border-b border-line px-3 py-2.5 align-middle first:pl-5 last:pr-5',
        isNumeric && 'tabular text-right',
        className,
      )}
    />
  )
}

/** A cell's value and its description. */
export function TwoLines({ first, second }: { first: ReactNode; second?: ReactNode }) {
  return (
    <span className="block min-w-0">
      <span className="block font-semibold">{first}</span>
      {second !== undefined && <span className="block text-xs text-muted">{second}</span>}
    </span>
  )
}
