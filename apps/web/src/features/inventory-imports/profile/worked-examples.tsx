import type { WireRowExample } from '@terrace/contracts/inventory-row-examples'
import { formatEventDate } from '@terrace/domain/time/dates'
import { moneyText, noValue, counted } from '#web/features/inventory/texts.ts'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { seatRange } from '#web/lib/format/seats.ts'
import { missingTexts } from '#web/features/inventory-imports/texts.ts'
import type { Examples, useExamples } from './use-examples.ts'

const shownExamples = 3

/** The first rows of the file with their amounts, and what is still missing or cannot be read. */
export function WorkedExamples({
  query,
  isEventChosen = false,
}: {
  query: ReturnType<typeof useExamples>
  /** Whether a person said which event the file is for, so that no column must. */
  isEventChosen?: boolean
}) {
  const { data } = query
  if (!data)
    return query.error === null ? (
      <Skeleton className="h-48" />
    ) : (
      <LoadError title="Couldn’t read the rows" query={query} />
    )
  const good = data.rows.filter(({ problems }) => problems.length === 0)
  const priced = good.filter(({ price }) => price !== null)
  const missing = new Set<string>(data.missing)
  // A column that is still missing is named once, not again for each row.
  const bad = data.rows
    .map((row) => ({ ...row, problems: row.problems.filter(({ column }) => !missing.has(column)) }))
    .filter(({ problems }) => problems.length > 0)
  return (
    <div className="space-y-4">
      <Missing examples={isEventChosen ? withoutEvent(data) : data} />
      <ol className="space-y-3">
        {(priced.length > 0 ? priced : good).slice(0, shownExamples).map((row, index) => (
          // The rows of a file have no key of their own.
          <Example key={index} row={row} />
        ))}
      </ol>
      {bad.length > 0 && <Unreadable rows={bad} total={data.rows.length} />}
    </div>
  )
}

export const withoutEvent = (examples: Examples): Examples => ({
  ...examples,
  missing: examples.missing.filter((field) => field !== 'event_name'),
})

/** What a person must still say, in words. */
export function problemsOf({ missing, problems }: Examples): string[] {
  return [
    ...missing.flatMap((field) => missingTexts[field] ?? []),
    // These say the same as the missing columns.
    ...problems
      .filter(({ setting }) => setting !== 'identity')
      .filter(({ message }) => !(missing.includes('price') && message.includes('which column is the price')))
      .map(({ setting, message }) =>
        setting === 'columns' ? `The columns ${message}.` : `${setting}: ${message}.`,
      ),
  ]
}

function Missing({ examples }: { examples: Examples }) {
  const texts = problemsOf(examples)
  return (
    <div role="status">
      {texts.length > 0 && (
        <div className="rounded bg-signal-soft px-4 py-3 text-sm text-signal">
          <p className="font-semibold">Still missing</p>
          <ul className="mt-1 list-disc space-y-0.5 pl-4">
            {texts.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

function Example({ row }: { row: WireRowExample }) {
  const seats = seatRange(row.first_seat, row.last_seat)
  const place = [row.section, row.row === '' ? null : `row ${row.row}`, seats && `seats ${seats}`]
  const when =
    row.day &&
    formatEventDate({ local: `${row.day}T${row.time ?? '00:00'}`, timeConfirmed: row.time !== null })
  const amounts = [
    ['Price', row.price],
    ['Buyer pays', row.buyer_pays],
    ['You receive', row.proceeds],
    ['Your cost', row.cost],
  ] as const
  return (
    <li className="rounded border border-line bg-surface px-4 py-3">
      <p className="truncate text-sm font-semibold">{row.event || 'The event you choose'}</p>
      <p className="text-xs text-muted">
        {[...place, row.quantity === null ? null : counted(row.quantity, 'ticket'), when, row.venue]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <dl className="tabular mt-2 grid grid-cols-4 gap-x-3 text-sm max-sm:grid-cols-2 max-sm:gap-y-2">
        {amounts.map(
          ([name, amount]) =>
            amount !== undefined && (
              <div key={name}>
                <dt className="text-xs text-muted">{name}</dt>
                <dd className={name === 'You receive' ? 'font-semibold' : ''}>
                  {amount === null ? noValue : moneyText(amount)}
                </dd>
              </div>
            ),
        )}
      </dl>
    </li>
  )
}

function Unreadable({ rows, total }: { rows: readonly WireRowExample[]; total: number }) {
  const texts = new Set(
    rows.flatMap(({ problems }) => problems.map(({ column, message }) => `${column}: ${message}`)),
  )
  return (
    <div className="rounded bg-danger-soft px-4 py-3 text-sm text-danger">
      <p className="font-semibold">
        {rows.length} of the first {total} rows cannot be read
      </p>
      <ul className="mt-1 list-disc space-y-0.5 pl-4 [overflow-wrap:anywhere]">
        {[...texts].slice(0, 5).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  )
}
