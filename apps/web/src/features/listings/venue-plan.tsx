import type { WireSeatingPlan } from '@terrace/contracts/catalogue'
import { formatMoney } from '@terrace/domain/money'
import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { cx } from '#web/ui/cx.ts'
import { stockText } from './listing-facts.ts'
import { useIsLit, type LitBlock } from './lit-block.ts'
import { byName, labelFits, labelSize, pointsText, shortName, type PlanBlock } from './plan-shape.ts'
import { PlanSurface } from './plan-surface.tsx'
import { blockKey, type BlockStock, type PriceScale, type PriceStep } from './price-scale.ts'

interface VenuePlanProps {
  plan: WireSeatingPlan
  stock: ReadonlyMap<string, BlockStock>
  scale: PriceScale | null
  lit: LitBlock
  /** Goes to the block's first listing. */
  onChoose: (section: string) => void
  className?: string
}

const fills: Record<PriceStep | 0, string> = {
  0: 'fill-scale-0',
  1: 'fill-scale-1',
  2: 'fill-scale-2',
  3: 'fill-scale-3',
}

/**
 * The venue from above. Blocks with stock are buttons that lead to their first listing; Tab reaches one of them and
 * arrows walk them by name.
 */
export function VenuePlan({ plan, stock, scale, lit, onChoose, className }: VenuePlanProps) {
  const blocks = useMemo(() => plan.blocks.toSorted(byName), [plan])
  const stocked = blocks.filter(({ name }) => stock.has(blockKey(name)))
  const [current, setCurrent] = useState<string | null>(null)
  const svg = useRef<SVGSVGElement>(null)
  const reachable = stocked.some(({ id }) => id === current) ? current : (stocked[0]?.id ?? null)

  function walk(key: string): boolean {
    const at = stocked.findIndex(({ id }) => id === reachable)
    const steps: Record<string, number> = {
      ArrowRight: at + 1,
      ArrowDown: at + 1,
      ArrowLeft: at - 1,
      ArrowUp: at - 1,
      Home: 0,
      End: stocked.length - 1,
    }
    const target = steps[key]
    const block = target === undefined ? undefined : stocked[(target + stocked.length) % stocked.length]
    if (block === undefined) return false
    setCurrent(block.id)
    svg.current?.querySelector<SVGElement>(`[data-block="${CSS.escape(block.id)}"]`)?.focus()
    return true
  }
  const latestWalk = useRef(walk)
  useEffect(() => {
    latestWalk.current = walk
  })
  const onWalk = useCallback((key: string) => latestWalk.current(key), [])

  return (
    <svg
      ref={svg}
      viewBox={`0 0 ${plan.width} ${plan.height}`}
      role="group"
      aria-label="Seating plan: blocks with listings"
      className={cx('block w-full touch-manipulation select-none', className)}
    >
      <PlanSurface surface={plan.surface} />
      {blocks.map((block) => {
        const offer = stock.get(blockKey(block.name))
        return (
          <Block
            key={block.id}
            block={block}
            offer={offer}
            step={offer && scale ? scale.stepOf(offer.lowest) : 0}
            lit={lit}
            isReachable={block.id === reachable}
            onChoose={onChoose}
            onCurrent={setCurrent}
            onWalk={onWalk}
          />
        )
      })}
    </svg>
  )
}

interface BlockProps {
  block: PlanBlock
  offer: BlockStock | undefined
  step: PriceStep | 0
  lit: LitBlock
  isReachable: boolean
  onChoose: (section: string) => void
  onCurrent: (id: string) => void
  /** Takes the key, and says whether it meant anything. */
  onWalk: (key: string) => boolean
}

/** What the tooltip, the list and the ear are told of a block. */
export function offerText(offer: BlockStock | undefined): string {
  return offer ? `${stockText(offer)}, from ${formatMoney(offer.lowest)}` : 'No listings'
}

const Block = memo(function Block({ block, offer, step, lit, isReachable, ...on }: BlockProps) {
  const isLit = useIsLit(lit, block.name)
  const [x, y] = block.label_at
  const shape = (
    <>
      <polygon
        points={pointsText(block.polygon)}
        className={cx(
          'transition-[fill] duration-150 ease-out',
          isLit ? 'fill-signal-mark' : fills[step],
          'group-focus-visible/block:stroke-ink group-focus-visible/block:stroke-4',
        )}
      />
      {labelFits(block) && (
        <text
          x={x}
          y={y}
          aria-hidden
          textAnchor="middle"
          dominantBaseline="central"
          fontSize={labelSize}
          className={cx(
            'tabular pointer-events-none font-medium',
            isLit
              ? 'fill-on-signal-mark'
              : step === 3
                ? 'fill-on-accent'
                : step === 0
                  ? 'fill-muted'
                  : 'fill-ink',
          )}
        >
          {shortName(block.name)}
        </text>
      )}
    </>
  )
  const light = {
    onPointerEnter: () => lit.light(block.name),
    onPointerLeave: () => lit.light(null),
  }
  if (!offer) return <g {...light}>{shape}</g>
  return (
    <g
      {...light}
      role="button"
      data-block={block.id}
      tabIndex={isReachable ? 0 : -1}
      aria-label={`${block.name}, ${block.level}: ${offerText(offer)}`}
      onFocus={() => {
        on.onCurrent(block.id)
        lit.light(block.name)
      }}
      onBlur={() => lit.light(null)}
      onClick={() => on.onChoose(block.name)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' || event.key === ' ') on.onChoose(block.name)
        else if (!on.onWalk(event.key)) return
        event.preventDefault()
      }}
      className="group/block cursor-pointer outline-none"
    >
      {shape}
    </g>
  )
})
