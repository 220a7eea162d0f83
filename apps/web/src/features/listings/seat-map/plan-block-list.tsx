import type { WireSeatingPlan } from '@terrace/contracts/catalogue'
import { compareMoney, formatMoney } from '@terrace/domain/money/money'
import { formatCount } from '@terrace/domain/tickets/format-count'
import type { ReactNode } from 'react'
import { PressButton } from '#web/ui/controls/press-button.tsx'
import { cx } from '#web/ui/cx.ts'
import { CheckIcon } from '#web/ui/icons.ts'
import { useIsHighlighted, type HighlightedBlock } from './highlighted-block.ts'
import { levelText } from './plan-shape.ts'
import type { PlanStock } from './plan-stock.ts'
import type { PriceScale, PriceStep } from '#web/features/listings/filters/price-scale.ts'
import { blockKey, type BlockStock } from './block-stock.ts'

interface PlanBlockListProps {
  plan: WireSeatingPlan
  stock: PlanStock
  selectedSections: ReadonlySet<string>
  scale: PriceScale | null
  highlightedBlock: HighlightedBlock
  onToggle: (section: string) => void
}

const stepDots: Record<PriceStep, string> = { 1: 'bg-scale-1', 2: 'bg-scale-2', 3: 'bg-scale-3' }

/** Text alternative of the plan: blocks with listings, cheapest first, then sections that are on no block. */
export function PlanBlockList({
  plan,
  stock,
  selectedSections,
  scale,
  highlightedBlock,
  onToggle,
}: PlanBlockListProps) {
  const stockedBlocks = plan.blocks
    .flatMap((block) => {
      const blockStock = stock.byBlock.get(block.id)
      return blockStock ? [{ block, blockStock }] : []
    })
    .toSorted((left, right) => compareMoney(left.blockStock.lowest, right.blockStock.lowest))
  const selectedKeys = new Set([...selectedSections].map(blockKey))
  const common = { scale, highlightedBlock }
  return (
    <div className="flex flex-col gap-5">
      {stockedBlocks.length > 0 && (
        <ul aria-label="Blocks" className="divide-y divide-line rounded border border-line bg-surface">
          {stockedBlocks.map(({ block, blockStock }) => (
            <BlockEntry
              key={block.id}
              {...common}
              name={block.name}
              blockStock={blockStock}
              isSelected={stock.isSelected(block)}
              onToggle={() => onToggle(stock.nameOf(block))}
            >
              {levelText(block)}
            </BlockEntry>
          ))}
        </ul>
      )}
      {stock.unmapped.length > 0 && (
        <section aria-labelledby="off-plan">
          <h3 id="off-plan" className="mb-2 text-sm">
            Not on the map
          </h3>
          <ul className="divide-y divide-line rounded border border-line bg-surface">
            {stock.unmapped.map(({ section, blockStock, candidates }) => (
              <BlockEntry
                key={section}
                {...common}
                name={section}
                blockStock={blockStock}
                isSelected={selectedKeys.has(blockKey(section))}
                onToggle={() => onToggle(section)}
              >
                {candidates.length > 0 && `could be ${joinNames(candidates)}`}
              </BlockEntry>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

interface BlockEntryProps {
  name: string
  blockStock: BlockStock
  scale: PriceScale | null
  highlightedBlock: HighlightedBlock
  isSelected: boolean
  onToggle: () => void
  children: ReactNode
}

function BlockEntry({
  name,
  blockStock,
  scale,
  highlightedBlock,
  isSelected,
  onToggle,
  children,
}: BlockEntryProps) {
  const isHighlighted = useIsHighlighted(highlightedBlock, name)
  return (
    <li>
      <PressButton
        aria-pressed={isSelected}
        onPress={onToggle}
        onHoverStart={() => highlightedBlock.highlight(name)}
        onPointerLeave={() => highlightedBlock.highlight(null)}
        onFocus={() => highlightedBlock.highlight(name)}
        onBlur={() => highlightedBlock.highlight(null)}
        className={cx(
          'flex w-full items-center gap-3 px-4 py-2.5 text-left text-sm -outline-offset-2',
          isHighlighted && 'bg-accent-soft',
        )}
      >
        <span
          aria-hidden
          className={cx(
            'size-2.5 shrink-0 rounded-[3px]',
            scale ? stepDots[scale.stepOf(blockStock.lowest)] : 'bg-scale-0',
          )}
        />
        <span className="min-w-0 flex-1">
          <span className="font-semibold">{name}</span> <span className="text-muted">{children}</span>
        </span>
        {isSelected && <CheckIcon aria-hidden className="size-4 shrink-0 text-accent" />}
        <span className="tabular text-muted">
          {formatCount(blockStock.listings)} {blockStock.listings === 1 ? 'listing' : 'listings'}
        </span>
        <span className="tabular w-24 text-right font-semibold">
          <span className="sr-only">all-in from </span>
          {formatMoney(blockStock.lowest)}
        </span>
      </PressButton>
    </li>
  )
}

/** 'A', 'A or B', 'A, B or C'; long lists are cut to three names. */
function joinNames(names: readonly string[]): string {
  const shown = names.slice(0, 3)
  const hiddenCount = names.length - shown.length
  if (hiddenCount > 0) return `${shown.join(', ')} or ${hiddenCount} others`
  return [shown.slice(0, -1).join(', '), shown.at(-1)].filter(Boolean).join(' or ')
}
