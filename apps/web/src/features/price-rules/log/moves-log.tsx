import { useInfiniteQuery } from '@tanstack/react-query'
import type { WirePriceRule, WireRuleMove } from '@terrace/contracts/price-rules'
import { NextPage } from '#web/ui/controls/next-page.tsx'
import { NativeSelect } from '#web/ui/controls/native-select.tsx'
import { Cell, Column, Row, Table, TableHeader, TwoLines } from '#web/ui/data-display/table.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { movesQuery, type LogFilter } from '../queries.ts'
import { limitText, moneyText, placeText, reasonTexts, timeText } from '../texts.ts'

interface MovesLogProps {
  rules: readonly WirePriceRule[]
  filter: LogFilter
  onFilter: (filter: LogFilter) => void
}

const outcomes = [
  { id: '' as const, name: 'Moved or not' },
  { id: 'moved' as const, name: 'Moved' },
  { id: 'kept' as const, name: 'Not moved' },
]

/** What rules did to which listing, with the prices that they saw. */
export function MovesLog({ rules, filter, onFilter }: MovesLogProps) {
  const moves = useInfiniteQuery(movesQuery(filter))
  const items = moves.data?.pages.flatMap(({ data }) => data)
  return (
    <>
      <div className="mb-3 flex flex-wrap gap-2">
        <NativeSelect
          label="Rule"
          className="max-w-full"
          options={[{ id: '', name: 'All rules' }, ...rules.map(({ id, name }) => ({ id, name }))]}
          value={filter.ruleId}
          onChange={(ruleId) => onFilter({ ...filter, ruleId })}
        />
        <NativeSelect
          label="Outcome"
          options={outcomes}
          value={filter.outcome}
          onChange={(outcome) => onFilter({ ...filter, outcome })}
        />
      </div>
      {!items && !moves.error && <Skeleton className="h-64" />}
      {!items && moves.error && <LoadError title="Couldn’t load the log" query={moves} />}
      {items?.length === 0 && (
        <EmptyState title="Nothing logged" message="Moves appear here after the first run of a rule." />
      )}
      {items && items.length > 0 && (
        <div
          className="overflow-x-auto rounded border border-line bg-surface"
          role="region"
          aria-label="Log of price rules"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it
          tabIndex={0}
        >
          <Table label="Log of price rules">
            <TableHeader>
              <Column>Time</Column>
              <Column>Listing</Column>
              <Column>Rule</Column>
              <Column isNumeric>Price</Column>
              <Column isNumeric>New</Column>
              <Column>Reason</Column>
              <Column>Prices seen</Column>
            </TableHeader>
            <tbody>
              {items.map((move) => (
                <LoggedMove key={move.id} move={move} />
              ))}
            </tbody>
          </Table>
        </div>
      )}
      <NextPage query={moves} className="mt-3" />
    </>
  )
}

const shownPrices = 5

function LoggedMove({ move }: { move: WireRuleMove }) {
  const seen = move.seen.filter(({ is_outlier: isOutlier }) => !isOutlier)
  const ignored = move.seen.length - seen.length
  const reason = [
    ...(move.wanted === null ? [] : [`wanted ${moneyText(move.wanted)}`]),
    ...(move.limited_by.length > 0 ? [limitText(move.limited_by)] : []),
    ...(move.floor ? [`floor ${moneyText(move.floor)}`] : []),
  ]
  return (
    <Row>
      <Cell className="tabular whitespace-nowrap text-muted">{timeText(move.at)}</Cell>
      <Cell className="min-w-40">
        <TwoLines first={placeText(move.listing)} second={move.listing.event.title} />
      </Cell>
      <Cell className="min-w-28">{move.rule.name}</Cell>
      <Cell isNumeric className="text-muted">
        {moneyText(move.from)}
      </Cell>
      <Cell isNumeric className="font-semibold">
        {moneyText(move.to)}
      </Cell>
      <Cell className="min-w-44">
        <TwoLines first={reasonTexts[move.reason]} second={reason.join(', ')} />
      </Cell>
      <Cell className="tabular min-w-44">
        <TwoLines
          first={
            seen.length === 0
              ? 'None'
              : seen
                  .slice(0, shownPrices)
                  .map(({ price }) => moneyText(price))
                  .join(' · ')
          }
          second={`${move.compared} compared${ignored > 0 ? `, ${ignored} outliers ignored` : ''}`}
        />
      </Cell>
    </Row>
  )
}
