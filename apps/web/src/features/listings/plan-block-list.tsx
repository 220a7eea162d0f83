import type { WireSeatingPlan } from '@terrace/contracts/catalogue'
import { compareMoney, formatMoney } from '@terrace/domain/money'
import { formatCount } from '@terrace/domain/tickets'
import { Button } from 'react-aria-components/Button'
import { cx } from '#web/ui/cx.ts'
import type { LitBlock } from './lit-block.ts'
import { blockKey, type BlockStock, type PriceScale, type PriceStep } from './price-scale.ts'

interface PlanBlockListProps {
  plan: WireSeatingPlan
  stock: ReadonlyMap<string, BlockStock>
  scale: PriceScale | null
  lit: LitBlock
  onChoose: (section: string) => void
}

const dots: Record<PriceStep, string> = { 1: 'bg-scale-1', 2: 'bg-scale-2', 3: 'bg-scale-3' }

/** The plan as words: every block with stock, cheapest first. */
export function PlanBlockList({ plan, stock, scale, lit, onChoose }: PlanBlockListProps) {
  const offers = plan.blocks
    .flatMap((block) => {
      const offer = stock.get(blockKey(block.name))
      return offer ? [{ block, offer }] : []
    })
    .toSorted((left, right) => compareMoney(left.offer.lowest, right.offer.lowest))
  return (
    <ul className="divide-y divide-line rounded border border-line bg-surface">
      {offers.map(({ block, offer }) => (
        <li key={block.id}>
          <Button
            onPress={() => onChoose(block.name)}
            onHoverStart={() => lit.light(block.name)}
            onHoverEnd={() => lit.light(null)}
            onFocus={() => lit.light(block.name)}
            onBlur={() => lit.light(null)}
            className="flex w-full items-center gap-3 px-4 py-2.5 text-left text-sm -outline-offset-2 data-hovered:bg-sunken"
          >
            <span
              aria-hidden
              className={cx(
                'size-2.5 shrink-0 rounded-[3px]',
                scale ? dots[scale.stepOf(offer.lowest)] : 'bg-scale-0',
              )}
            />
            <span className="min-w-0 flex-1">
              <span className="font-semibold">{block.name}</span>{' '}
              <span className="text-muted">{block.level}</span>
            </span>
            <span className="tabular text-muted">
              {formatCount(offer.tickets)} {offer.tickets === 1 ? 'ticket' : 'tickets'}
            </span>
            <span className="tabular w-24 text-right font-semibold">
              <span className="sr-only">from </span>
              {formatMoney(offer.lowest)}
            </span>
          </Button>
        </li>
      ))}
    </ul>
  )
}
