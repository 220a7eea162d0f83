import { formatMoney } from '@terrace/domain/money'
import { formatCount } from '@terrace/domain/tickets'
import { memo } from 'react'
import { cx } from '#web/ui/cx.ts'
import { useIsLit, type LitBlock } from './lit-block.ts'
import { levelText, pointsText, shortName, type PlanBlock } from './plan-shape.ts'
import type { BlockStock, PriceStep } from './price-scale.ts'
import { stepFills } from './step-fills.ts'

interface PlanBlockShapeProps {
  block: PlanBlock
  offer: BlockStock | undefined
  step: PriceStep | 0
  lit: LitBlock
  /** The one block that the Tab key reaches. */
  isReachable: boolean
  isChosen: boolean
  isLabelled: boolean
  /** The pattern that marks chosen blocks, as `url(#…)`. */
  hatch: string
  onChoose: (block: PlanBlock) => void
  onCurrent: (block: PlanBlock) => void
  /** The pointer came by. */
  onSeen: (block: PlanBlock) => void
}

const labels: Record<PriceStep | 0, string> = {
  0: 'fill-muted',
  1: 'fill-ink',
  2: 'fill-ink',
  3: 'fill-on-accent',
}

/** What the tooltip, the list and the ear are told of a block. */
export function offerText(offer: BlockStock | undefined): string {
  if (!offer) return 'No listings'
  const noun = offer.listings === 1 ? 'listing' : 'listings'
  return `${formatCount(offer.listings)} ${noun}, from ${formatMoney(offer.lowest)}`
}

/** One block of the plan: with stock, or chosen, a button that the filter turns on and off with. */
export const PlanBlockShape = memo(function PlanBlockShape(props: PlanBlockShapeProps) {
  const { block, offer, step, lit, isReachable, isChosen, isLabelled, hatch } = props
  const isLit = useIsLit(lit, block.name)
  const points = pointsText(block.polygon)
  const [x, y] = block.label_at
  const shape = (
    <>
      <polygon
        points={points}
        className={cx(
          'transition-[fill] duration-150 ease-out [vector-effect:non-scaling-stroke]',
          isLit ? 'fill-signal-mark' : stepFills[step],
          isChosen && 'stroke-ink [stroke-width:2px]',
          'group-focus-visible/block:stroke-ink group-focus-visible/block:[stroke-width:4px]',
        )}
      />
      {isChosen && <polygon points={points} fill={hatch} className="pointer-events-none" />}
      {isLabelled && (
        <text
          x={x}
          y={y}
          aria-hidden
          textAnchor="middle"
          dominantBaseline="central"
          className={cx(
            'tabular pointer-events-none font-medium',
            isChosen && 'stroke-surface font-semibold [paint-order:stroke] [stroke-width:0.25em]',
            isChosen ? 'fill-ink' : isLit ? 'fill-on-signal-mark' : labels[step],
          )}
        >
          {shortName(block.name)}
        </text>
      )}
    </>
  )
  const light = {
    onPointerEnter: () => {
      if (offer) props.onSeen(block)
      lit.light(block.name)
    },
    onPointerLeave: () => lit.light(null),
  }
  if (!offer && !isChosen) return <g {...light}>{shape}</g>
  return (
    <g
      {...light}
      role="button"
      data-block={block.id}
      tabIndex={isReachable ? 0 : -1}
      aria-pressed={isChosen}
      aria-label={`${[block.name, levelText(block)].filter(Boolean).join(', ')}: ${offerText(offer)}`}
      onFocus={() => {
        props.onCurrent(block)
        lit.light(block.name)
      }}
      onBlur={() => lit.light(null)}
      onClick={() => props.onChoose(block)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return
        event.preventDefault()
        props.onChoose(block)
      }}
      className="group/block cursor-pointer outline-none"
    >
      {shape}
    </g>
  )
})
