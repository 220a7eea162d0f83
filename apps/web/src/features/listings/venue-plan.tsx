import type { WireSeatingPlan } from '@terrace/contracts/catalogue'
import { compareMoney } from '@terrace/domain/money'
import { useEffect, useId, useMemo, useRef, useState, type ReactNode } from 'react'
import { useStable } from '#web/lib/use-stable.ts'
import { cx } from '#web/ui/cx.ts'
import type { LitBlock } from './lit-block.ts'
import { PlanBlockShape } from './plan-block.tsx'
import { boxOf, byName, labelNeeds, labelPixels, type PlanBlock } from './plan-shape.ts'
import type { PlanStock } from './plan-stock.ts'
import { PlanSurface } from './plan-surface.tsx'
import { PlanTip } from './plan-tip.tsx'
import { sizeOf } from './plan-view.ts'
import { PlanZoom } from './plan-zoom.tsx'
import type { PriceScale } from './price-scale.ts'
import { usePlanView } from './use-plan-view.ts'

interface VenuePlanProps {
  plan: WireSeatingPlan
  stock: PlanStock
  scale: PriceScale | null
  lit: LitBlock
  onChoose: (section: string) => void
  /** A strip that only shows; nothing in it can be reached. */
  isStrip: boolean
  /** What there is to say of the plan as a whole. */
  caption: ReactNode
}

/**
 * The venue from above. Blocks with stock are buttons that the filter turns on and off with; Tab reaches one of them and
 * arrows walk them by name. Plus, minus and 0 zoom, arrows with Shift move what is in sight.
 */
export function VenuePlan({ plan, stock, scale, lit, onChoose, isStrip, caption }: VenuePlanProps) {
  const { byBlock, isChosen, nameOf } = stock
  const blocks = useMemo(
    () => plan.blocks.toSorted(byName).map((block) => ({ block, needs: labelNeeds(block) })),
    [plan],
  )
  const walked = blocks.flatMap(({ block }) => (byBlock.has(block.id) || isChosen(block) ? [block] : []))
  const [current, setCurrent] = useState<string | null>(null)
  const group = useRef<HTMLDivElement>(null)
  const svg = useRef<SVGSVGElement>(null)
  const seen = useRef<PlanBlock | null>(null)
  const camera = usePlanView(plan, svg)
  const hatch = useId()
  const reachable = walked.some(({ id }) => id === current) ? current : (walked[0]?.id ?? null)
  const { frame, view, unit, show } = camera

  function walk(key: string): boolean {
    const at = walked.findIndex(({ id }) => id === reachable)
    const steps: Record<string, number> = {
      ArrowRight: at + 1,
      ArrowDown: at + 1,
      ArrowLeft: at - 1,
      ArrowUp: at - 1,
      Home: 0,
      End: walked.length - 1,
    }
    const target = steps[key]
    const block = target === undefined ? undefined : walked[(target + walked.length) % walked.length]
    if (block === undefined) return false
    setCurrent(block.id)
    svg.current
      ?.querySelector<SVGElement>(`[data-block="${CSS.escape(block.id)}"]`)
      ?.focus({ preventScroll: true })
    return true
  }
  // Blocks are drawn again only when they change.
  const onPick = useStable((block: PlanBlock) => onChoose(nameOf(block)))
  const onSeen = useStable((block: PlanBlock) => {
    seen.current = block
  })
  const onCurrent = useStable((block: PlanBlock) => {
    seen.current = block
    setCurrent(block.id)
    show(boxOf(block.polygon))
  })

  /** Buttons and keys zoom to where the eye was last, or else to the lowest price: the middle of most plans is a pitch. */
  const goal = () => (seen.current ?? cheapest(walked, byBlock))?.label_at

  const onKey = useStable((event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const isWalk = event.target instanceof SVGElement && !event.shiftKey && walk(event.key)
    if (isWalk || camera.onKey(event.key, event.shiftKey, goal())) event.preventDefault()
  })
  // By hand, since the group itself is no control: it hears what its blocks and buttons do not use.
  useEffect(() => {
    const element = group.current
    element?.addEventListener('keydown', onKey)
    return () => element?.removeEventListener('keydown', onKey)
  }, [onKey])

  const inSight = sizeOf(frame, view)
  return (
    <div
      ref={group}
      role="group"
      aria-label="Seating plan: blocks with listings"
      aria-keyshortcuts="+ - 0 Shift+ArrowUp Shift+ArrowDown Shift+ArrowLeft Shift+ArrowRight"
      inert={isStrip}
    >
      <div className="relative">
        <svg
          ref={svg}
          viewBox={`${view.left} ${view.top} ${inSight.width} ${inSight.height}`}
          role="presentation"
          fontSize={labelPixels * unit}
          className={cx(
            'block aspect-[5/4] w-full touch-pan-y select-none',
            view.zoom > 1 && 'cursor-grab touch-none active:cursor-grabbing',
          )}
        >
          <pattern
            id={hatch}
            width="6"
            height="6"
            patternUnits="userSpaceOnUse"
            patternTransform={`rotate(45) scale(${unit})`}
          >
            <path d="M0 0V6" className="stroke-ink/70" strokeWidth="1.75" />
          </pattern>
          <PlanSurface surface={plan.surface} />
          {blocks.map(({ block, needs }) => {
            const offer = byBlock.get(block.id)
            return (
              <PlanBlockShape
                key={block.id}
                block={block}
                offer={offer}
                step={offer && scale ? scale.stepOf(offer.lowest) : 0}
                lit={lit}
                isReachable={block.id === reachable}
                isChosen={isChosen(block)}
                isLabelled={needs * unit <= 1}
                hatch={`url(#${hatch})`}
                onChoose={onPick}
                onCurrent={onCurrent}
                onSeen={onSeen}
              />
            )
          })}
        </svg>
        {!isStrip && <PlanTip plan={plan} byBlock={byBlock} lit={lit} frame={frame} view={view} />}
      </div>
      {!isStrip && (
        <div className="mt-3 flex items-start justify-between gap-4">
          <p className="text-xs text-muted">{caption}</p>
          <PlanZoom camera={camera} goal={goal} />
        </div>
      )}
    </div>
  )
}

function cheapest(blocks: readonly PlanBlock[], byBlock: PlanStock['byBlock']): PlanBlock | undefined {
  return blocks.reduce<PlanBlock | undefined>((best, block) => {
    const [offer, before] = [byBlock.get(block.id), best && byBlock.get(best.id)]
    return offer && (!before || compareMoney(offer.lowest, before.lowest) < 0) ? block : best
  }, undefined)
}
