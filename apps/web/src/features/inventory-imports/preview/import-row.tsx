import type { ReactNode } from 'react'
import type { WireMoney } from '@terrace/contracts/wire-money'
import { moneyText } from '#web/features/inventory/texts.ts'
import { seatRange } from '#web/lib/format/seats.ts'
import { cx } from '#web/ui/cx.ts'
import { AlertTriangleIcon } from '#web/ui/icons.ts'
import type { ImportRow } from '#web/features/inventory-imports/data/queries.ts'
import { seesMoney } from '#web/lib/http/refusals.ts'
import { gridTracks, valueColumnCount } from './grid-columns.ts'
import { signed } from './import-counts.tsx'
import { fieldNames } from './field-names.ts'

interface Place {
  position: number
  top: number
  height: number
  tabIndex: 0 | -1
}

type LineProps = Place & { row: ImportRow }

const lineClass =
  'absolute inset-x-0 top-0 border-b border-line-soft px-5 text-xs -outline-offset-2 hover:bg-hover focus-visible:bg-select focus-visible:outline-2 focus-visible:outline-accent'

const placeOf = ({ position, top, height, tabIndex }: Place) => ({
  role: 'row',
  'aria-rowindex': position + 2,
  'data-position': position,
  tabIndex,
  style: { height, transform: `translateY(${top}px)` },
})

/** A row as a line of the table. */
export function ImportRowLine({ row, ...place }: LineProps) {
  const { before, after } = row
  const props = placeOf(place)
  return (
    <div
      {...props}
      style={{ ...props.style, gridTemplateColumns: gridTracks() }}
      className={cx(lineClass, 'grid items-center gap-x-2.5')}
    >
      <Cell className="tabular text-right text-muted">{row.line ?? '–'}</Cell>
      {row.problem ? (
        <Cell columnCount={valueColumnCount()}>
          <span className="font-medium">{row.external_id ?? titleOf(row)}</span>{' '}
          <span className="text-danger">{row.problem.message}</span>
        </Cell>
      ) : (
        <>
          <Cell>{titleOf(row)}</Cell>
          <Cell className="font-semibold">{row.section}</Cell>
          <Cell>{rowText(row)}</Cell>
          <Cell className="tabular text-right">
            <Change
              from={before?.quantity ?? null}
              to={after?.quantity ?? null}
              text={String}
              isFalling={isFalling(before?.quantity, after?.quantity)}
            />
          </Cell>
          <Cell className="tabular text-right">
            <MoneyChange from={before?.price ?? null} to={after?.price ?? null} />
          </Cell>
          <Cell
            className={cx('tabular text-right', isDrop(row) ? 'font-semibold text-danger' : 'text-muted')}
          >
            {changeText(row)}
          </Cell>
          {seesMoney() && (
            <Cell className="tabular text-right">
              <MoneyChange from={before?.proceeds ?? null} to={after?.proceeds ?? null} />
            </Cell>
          )}
        </>
      )}
      <Cell>
        {row.warnings.length > 0 && (
          <span title={warningText(row)}>
            <AlertTriangleIcon aria-hidden className="size-4 text-signal" />
            <span className="sr-only">{warningText(row)}</span>
          </span>
        )}
      </Cell>
    </div>
  )
}

/** A row as a card, for phones. */
export function ImportRowCard({ row, ...place }: LineProps) {
  const { before, after } = row
  return (
    <div {...placeOf(place)} className={cx(lineClass, 'max-sm:px-4')}>
      <div role="gridcell" className="flex h-full flex-col justify-center gap-1">
        <p className="flex justify-between gap-3">
          <span className="truncate text-sm font-semibold">{titleOf(row)}</span>
          <span className="tabular shrink-0 text-muted">{row.line === null ? '' : `Line ${row.line}`}</span>
        </p>
        {row.problem ? (
          <p className="line-clamp-2 text-danger">{row.problem.message}</p>
        ) : (
          <>
            <p className="truncate">
              {[row.section, rowText(row)].filter((text) => text !== '' && text !== null).join(' · ')} ·{' '}
              <Change
                from={before?.quantity ?? null}
                to={after?.quantity ?? null}
                text={(quantity) => `${quantity} tickets`}
                isFalling={isFalling(before?.quantity, after?.quantity)}
              />
            </p>
            <p className="tabular flex items-center gap-3">
              <MoneyChange from={before?.price ?? null} to={after?.price ?? null} />
              <span className={isDrop(row) ? 'font-semibold text-danger' : 'text-muted'}>
                {changeText(row)}
              </span>
              {row.warnings.length > 0 && (
                <span className="ml-auto inline-flex items-center gap-1 truncate text-signal">
                  <AlertTriangleIcon aria-hidden className="size-4 shrink-0" />
                  <span className="truncate">{warningText(row)}</span>
                </span>
              )}
            </p>
          </>
        )}
      </div>
    </div>
  )
}

/** The place of a row whose page is loading. */
export function PendingLine(place: Place) {
  return (
    <div {...placeOf(place)} className={cx(lineClass, 'flex items-center')}>
      <span role="gridcell" className="flex-1">
        <span className="sr-only">Loading</span>
        <span aria-hidden className="block h-2 w-2/3 rounded-full bg-sunken" />
      </span>
    </div>
  )
}

/** Everything about a row in words: which values change, and what was decided about it. */
export function detailsOf(row: ImportRow): string {
  const fields = [...new Set(row.changed_fields.map((name) => fieldNames[name] ?? name))]
  const parts = [
    row.line === null ? 'Not in the file' : `Line ${row.line}`,
    row.external_id === null ? '' : `id ${row.external_id}`,
    fields.length > 0 && row.action === 'changed' ? `changes ${fields.join(', ')}` : '',
    row.problem?.message ?? '',
    warningText(row),
  ]
  return parts.filter((part) => part !== '').join(' · ')
}

const warningText = ({ warnings }: ImportRow) => warnings.map(({ message }) => message).join('; ')
const titleOf = (row: ImportRow) => row.event?.title ?? row.external_id ?? 'Unknown event'
const isDrop = ({ price_change_percent: percent }: ImportRow) => Number(percent ?? 0) <= -10
const changeText = ({ price_change_percent: percent }: ImportRow) =>
  percent === null ? '' : `${signed(Number(percent), 1)}%`

function isFalling(from: number | null | undefined, to: number | null | undefined): boolean {
  return typeof from === 'number' && typeof to === 'number' && to < from
}

function rowText({ row, first_seat: first, last_seat: last }: ImportRow): string {
  return [row === '' ? null : row, seatRange(first, last)].filter(Boolean).join(' · ')
}

interface CellProps {
  children: ReactNode
  className?: string
  /** How many columns the cell spans. */
  columnCount?: number
}

function Cell({ children, className, columnCount }: CellProps) {
  return (
    <span
      role="gridcell"
      aria-colspan={columnCount}
      style={columnCount === undefined ? undefined : { gridColumn: `span ${columnCount}` }}
      className={cx('min-w-0 truncate', className)}
    >
      {children}
    </span>
  )
}

interface ChangeProps<Value> {
  from: Value | null
  to: Value | null
  text: (value: Value) => string
  isFalling?: boolean
}

/** '4 → 2'; a value that stays is shown once. */
function Change<Value>({ from, to, text, isFalling: falls = false }: ChangeProps<Value>) {
  const [old, current] = [from === null ? null : text(from), to === null ? null : text(to)]
  if (old === null || current === null || old === current) return current ?? old ?? ''
  return (
    <>
      <span className="text-muted">
        {old} <span aria-hidden>→</span>
        <span className="sr-only">becomes</span>{' '}
      </span>
      <span className={falls ? 'font-semibold text-signal' : 'font-semibold'}>{current}</span>
    </>
  )
}

const MoneyChange = (props: { from: WireMoney | null; to: WireMoney | null }) => (
  <Change {...props} text={moneyText} />
)
