import { formatMoney } from '@terrace/domain/money/money'
import { formatCount } from '@terrace/domain/tickets/format-count'
import { memo } from 'react'
import { cx } from '#web/ui/cx.ts'
import { useIsHighlighted, type HighlightedBlock } from './highlighted-block.ts'
import type { DrawnBlock, PlanBlock } from './plan-shape.ts'
import type { PriceStep } from '#web/features/listings/filters/price-scale.ts'
import type { BlockStock } from './block-stock.ts'
import { priceStepColours } from '#web/features/listings/filters/price-step-colours.ts'

interface PlanBlockShapeProps {
  drawn: DrawnBlock
  blockStock: BlockStock | undefined
  step: PriceStep | 0
  highlightedBlock: HighlightedBlock
  /** Whether this is the block that Tab reaches. */
  isReachable: boolean
  isSelected: boolean
  /** Height of the label in plan units; `null` without a label. */
  labelSize: number | null
  /** Fill of selected blocks, as `url(#…)`. */
  hatch: string
  onToggle: (block: PlanBlock) => void
  onCurrent: (block: PlanBlock) => void
  onHover: (block: PlanBlock) => void
}

const labelFills: Record<PriceStep | 0, string> = {
  0: 'fill-muted',
  1: 'fill-ink',
  2: 'fill-ink',
  3: 'fill-on-accent',
}

export function blockStockText(blockStock: BlockStock | undefined): string {
  if (!blockStock) return 'No listings'
  const noun = blockStock.listings === 1 ? 'listing' : 'listings'
  return `${formatCount(blockStock.listings)} ${noun}, all-in from ${formatMoney(blockStock.lowest)}`
}

/** One block of the plan. With listings, or when selected, it is a button that toggles the section filter. */
export const PlanBlockShape = memo(function PlanBlockShape(props: PlanBlockShapeProps) {
  const { drawn, blockStock, step, highlightedBlock, isReachable, isSelected, labelSize, hatch } = props
  const { block, points } = drawn
  const isHighlighted = useIsHighlighted(highlightedBlock, block.name)
  const [x, y] = block.label_at
  const shape = (
    <>
      <polygon
        points={points}
        className={cx(
          // No transition: each frame of it would paint the whole map while keys move through the list.
          '[vector-effect:non-scaling-stroke]',
          isHighlighted ? 'fill-signal-mark' : priceStepColours[step],
          isSelected && 'stroke-ink [stroke-width:2px]',
          'group-focus-visible/block:stroke-ink group-focus-visible/block:[stroke-width:4px]',
        )}
      />
      {isSelected && <polygon points={points} fill={hatch} className="pointer-events-none" />}
      {labelSize !== null && (
        <text
          x={x}
          y={y}
          fontSize={labelSize}
          aria-hidden
          textAnchor="middle"
          dominantBaseline="central"
          className={cx(
            'tabular pointer-events-none font-medium',
            isSelected && 'stroke-surface font-semibold [paint-order:stroke] [stroke-width:0.25em]',
            isSelected ? 'fill-ink' : isHighlighted ? 'fill-on-signal-mark' : labelFills[step],
          )}
        >
          {drawn.label}
        </text>
      )}
    </>
  )
  const hoverHandlers = {
    onPointerEnter: () => {
      if (blockStock) props.onHover(block)
      highlightedBlock.highlight(block.name)
    },
    onPointerLeave: () => highlightedBlock.highlight(null),
  }
  if (!blockStock && !isSelected) return <g {...hoverHandlers}>{shape}</g>
  return (
    <g
      {...hoverHandlers}
      role="button"
      data-block={block.id}
      tabIndex={isReachable ? 0 : -1}
      aria-pressed={isSelected}
      aria-label={`${drawn.fullName}: ${blockStockText(blockStock)}`}
      onFocus={() => {
        props.onCurrent(block)
        highlightedBlock.highlight(block.name)
      }}
      onBlur={() => highlightedBlock.highlight(null)}
      onClick={() => props.onToggle(block)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return
        event.preventDefault()
        props.onToggle(block)
      }}
      className="group/block cursor-pointer outline-none"
    >
      {shape}
    </g>
  )
})
