import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { RowCheckbox } from './row-checkbox.tsx'
import type { TableColumn } from './table-column.ts'

/** Props of a row's link, which covers the row and opens its details. */
export interface RowLinkProps {
  tabIndex: 0 | -1
  className: string
  'data-row-link': ''
  children: ReactNode
}

export interface RowProps<Item> {
  item: Item
  /** From 1, among all rows. */
  position: number
  columns: readonly TableColumn<Item>[]
  template: string
  renderLink: (item: Item, props: RowLinkProps) => ReactNode
  /** Contents of a card below its link. */
  renderCard: (item: Item, tabIndex: 0 | -1) => ReactNode
  /** The only row that Tab enters. */
  isActive: boolean
  /** `null` where rows cannot be selected. */
  checkbox: { label: string; isSelected: boolean; onToggle: (isRange: boolean) => void } | null
}

const rowClass =
  // The link covers the row; other controls lie above it.
  '[&_button]:relative [&_button]:z-1 relative transition-colors duration-150 ease-out ' +
  'has-[[data-row-link]:focus-visible]:outline-2 has-[[data-row-link]:focus-visible]:-outline-offset-2 has-[[data-row-link]:focus-visible]:outline-accent ' +
  'has-[[aria-current=page]]:bg-accent-soft has-[[aria-current=page]]:outline-2 has-[[aria-current=page]]:-outline-offset-2 has-[[aria-current=page]]:outline-accent'

/** A selected row stays darker than the others under the pointer. */
const stateClass = (checkbox: RowProps<unknown>['checkbox']): string =>
  checkbox?.isSelected ? 'bg-select hover:bg-accent-soft' : 'hover:bg-hover'

const linkClass = 'block truncate font-semibold outline-none after:absolute after:inset-0'

/** A row of 36 px. The first column holds the link. */
export function TableRow<Item>({
  item,
  position,
  columns,
  template,
  renderLink,
  isActive,
  checkbox,
}: Omit<RowProps<Item>, 'renderCard'>) {
  const tabIndex = isActive ? 0 : -1
  return (
    <div
      role="row"
      // The header is the first row.
      aria-rowindex={position + 1}
      style={{ gridTemplateColumns: template }}
      className={cx(
        rowClass,
        'grid h-9 items-center gap-x-3.5 border-b border-line px-4 text-xs sm:px-5',
        stateClass(checkbox),
      )}
    >
      {checkbox && (
        <span role="cell">
          <RowCheckbox {...checkbox} tabIndex={tabIndex} />
        </span>
      )}
      {columns.map((column, index) => (
        <span
          key={column.id}
          role="cell"
          className={cx('min-w-0 truncate', column.isNumeric && 'tabular text-right')}
        >
          {index === 0
            ? renderLink(item, {
                tabIndex,
                className: linkClass,
                'data-row-link': '',
                children: column.cell(item, tabIndex),
              })
            : column.cell(item, tabIndex)}
        </span>
      ))}
    </div>
  )
}

/** The same item as a card, for phones. */
export function CardRow<Item>({ item, columns, renderLink, renderCard, isActive, checkbox }: RowProps<Item>) {
  const tabIndex = isActive ? 0 : -1
  const [first] = columns
  return (
    <li className={cx(rowClass, 'flex gap-1 border-b border-line px-4 py-2.5 text-xs', stateClass(checkbox))}>
      {checkbox && <RowCheckbox {...checkbox} tabIndex={tabIndex} />}
      <div className="min-w-0 flex-1 space-y-1 pt-1">
        {renderLink(item, {
          tabIndex,
          className: cx(linkClass, 'text-sm'),
          'data-row-link': '',
          children: first?.cell(item, tabIndex),
        })}
        {renderCard(item, tabIndex)}
      </div>
    </li>
  )
}
