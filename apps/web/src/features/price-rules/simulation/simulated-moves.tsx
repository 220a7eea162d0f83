import type { WireSimulatedMove } from '@terrace/contracts/price-rules'
import { seesMoney } from '#web/lib/http/refusals.ts'
import { Cell, Column, Row, Table, TableHeader, TwoLines } from '#web/ui/data-display/table.tsx'
import { limitText, moneyText, placeText, reasonTexts } from '../texts.ts'

/** Old and new price, proceeds and reason of each listing. */
export function SimulatedMoves({ moves }: { moves: readonly WireSimulatedMove[] }) {
  if (moves.length === 0) return <p className="mt-4 text-sm text-muted">None.</p>
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it
    <div className="mt-3 overflow-x-auto" role="region" aria-label="Simulated prices" tabIndex={0}>
      <Table label="Simulated prices">
        <TableHeader>
          <Column>Listing</Column>
          <Column isNumeric>Price</Column>
          <Column isNumeric>New</Column>
          {seesMoney() && <Column isNumeric>Proceeds</Column>}
          <Column isNumeric>Lowest</Column>
          {seesMoney() && <Column isNumeric>Floor</Column>}
          <Column>Reason</Column>
        </TableHeader>
        <tbody>
          {moves.map((move) => (
            <Row key={move.listing.id}>
              <Cell>
                <TwoLines first={placeText(move.listing)} second={move.listing.event.title} />
              </Cell>
              <Cell isNumeric className="text-muted">
                {moneyText(move.from)}
              </Cell>
              <Cell isNumeric className="font-semibold">
                {moneyText(move.to)}
              </Cell>
              {seesMoney() && <Cell isNumeric>{moneyText(move.proceeds ?? null)}</Cell>}
              <Cell isNumeric>{moneyText(move.lowest)}</Cell>
              {seesMoney() && <Cell isNumeric>{moneyText(move.floor ?? null)}</Cell>}
              <Cell className="min-w-44">
                <Reason move={move} />
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </div>
  )
}

function Reason({
  move: { reason, limited_by: limits, compared, other_rule: other, ...move },
}: {
  move: WireSimulatedMove
}) {
  const details = [
    `${compared} comparable${compared === 1 ? '' : 's'}`,
    ...(limits.length > 0 ? [limitText(limits)] : []),
    ...(move.has_file_price && move.to !== null ? ['the next file overwrites it'] : []),
  ]
  return (
    <TwoLines
      first={other ? `“${other.name}” comes first` : reasonTexts[reason]}
      second={details.join(', ')}
    />
  )
}
