import type { WireSeatingPlan } from '@terrace/contracts/catalogue'
import { compareMoney, formatMoney } from '@terrace/domain/money'
import { formatCount } from '@terrace/domain/tickets'
import type { ReactNode } from 'react'
import { ToggleButton } from 'react-aria-components/ToggleButton'
import { cx } from '#web/ui/cx.ts'
import { CheckIcon } from '#web/ui/icons.ts'
import { useIsLit, type LitBlock } from './lit-block.ts'
import { levelText } from './plan-shape.ts'
import type { PlanStock } from './plan-stock.ts'
import { blockKey, type BlockStock, type PriceScale, type PriceStep } from './price-scale.ts'

interface PlanBlockListProps {
  plan: WireSeatingPlan
  stock: PlanStock
  chosen: ReadonlySet<string>
  scale: PriceScale | null
  lit: LitBlock
  onChoose: (section: string) => void
}

const dots: Record<PriceStep, string> = { 1: 'bg-scale-1', 2: 'bg-scale-2', 3: 'bg-scale-3' }

/** The plan as words, with the same choice: every block with stock, cheapest first, then what is on no block. */
export function PlanBlockList({ plan, stock, chosen, scale, lit, onChoose }: PlanBlockListProps) {
  const offers = plan.blocks
    .flatMap((block) => {
      const offer = stock.byBlock.get(block.id)
      return offer ? [{ block, offer }] : []
    })
    .toSorted((left, right) => compareMoney(left.offer.lowest, right.offer.lowest))
  const chosenKeys = new Set([...chosen].map(blockKey))
  const look = { scale, lit }
  return (
    <div className="flex flex-col gap-5">
      {offers.length > 0 && (
        <ul aria-label="Blocks" className="divide-y divide-line rounded border border-line bg-surface">
          {offers.map(({ block, offer }) => (
            <Entry
              key={block.id}
              {...look}
              name={block.name}
              offer={offer}
              isChosen={stock.isChosen(block)}
              onChoose={() => onChoose(stock.nameOf(block))}
            >
              {levelText(block)}
            </Entry>
          ))}
        </ul>
      )}
      {stock.offPlan.length > 0 && (
        <section aria-labelledby="off-plan">
          <h3 id="off-plan" className="mb-2 text-sm">
            Not on the plan
          </h3>
          <ul className="divide-y divide-line rounded border border-line bg-surface">
            {stock.offPlan.map(({ section, offer, couldBe }) => (
              <Entry
                key={section}
                {...look}
                name={section}
                offer={offer}
                isChosen={chosenKeys.has(blockKey(section))}
                onChoose={() => onChoose(section)}
              >
                {couldBe.length > 0 && `could be ${joined(couldBe)}`}
              </Entry>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

interface EntryProps {
  name: string
  offer: BlockStock
  scale: PriceScale | null
  lit: LitBlock
  isChosen: boolean
  onChoose: () => void
  /** What else there is to say of the place. */
  children: ReactNode
}

function Entry({ name, offer, scale, lit, isChosen, onChoose, children }: EntryProps) {
  const isLit = useIsLit(lit, name)
  return (
    <li>
      <ToggleButton
        isSelected={isChosen}
        onChange={onChoose}
        onHoverStart={() => lit.light(name)}
        onHoverEnd={() => lit.light(null)}
        onFocus={() => lit.light(name)}
        onBlur={() => lit.light(null)}
        className={cx(
          'flex w-full items-center gap-3 px-4 py-2.5 text-left text-sm -outline-offset-2',
          isLit && 'bg-accent-soft',
        )}
      >
        <span
          aria-hidden
          className={cx(
            'size-2.5 shrink-0 rounded-[3px]',
            scale ? dots[scale.stepOf(offer.lowest)] : 'bg-scale-0',
          )}
        />
        <span className="min-w-0 flex-1">
          <span className="font-semibold">{name}</span> <span className="text-muted">{children}</span>
        </span>
        {isChosen && <CheckIcon aria-hidden className="size-4 shrink-0 text-accent" />}
        <span className="tabular text-muted">
          {formatCount(offer.listings)} {offer.listings === 1 ? 'listing' : 'listings'}
        </span>
        <span className="tabular w-24 text-right font-semibold">
          <span className="sr-only">from </span>
          {formatMoney(offer.lowest)}
        </span>
      </ToggleButton>
    </li>
  )
}

/** 'A', 'A or B', 'A, B or C'; of many only the first. */
function joined(names: readonly string[]): string {
  const shown = names.slice(0, 3)
  const rest = names.length - shown.length
  if (rest > 0) return `${shown.join(', ')} or ${rest} others`
  return [shown.slice(0, -1).join(', '), shown.at(-1)].filter(Boolean).join(' or ')
}
