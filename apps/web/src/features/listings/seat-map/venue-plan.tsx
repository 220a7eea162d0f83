import type { WireSeatingPlan } from '@terrace/contracts/catalogue'
import { compareMoney } from '@terrace/domain/money/money'
import { useEffect, useId, useMemo, useRef, useState, type ReactNode } from 'react'
import { useCommands } from '#web/lib/commands/use-commands.ts'
import { useEventCallback } from '#web/lib/hooks/use-event-callback.ts'
import { cx } from '#web/ui/cx.ts'
import type { HighlightedBlock } from './highlighted-block.ts'
import { PlanBlockShape } from './plan-block.tsx'
import { boundingBox, byName, drawnBlock, labelSize, type PlanBlock } from './plan-shape.ts'
import type { PlanStock } from './plan-stock.ts'
import { PlanSurface } from './plan-surface.tsx'
import { PlanTooltip } from './plan-tooltip.tsx'
import { visibleSizeOf } from './plan-view.ts'
import { PlanZoom } from './plan-zoom.tsx'
import type { PriceScale } from '#web/features/listings/filters/price-scale.ts'
import { usePlanView } from './use-plan-view.ts'

interface VenuePlanProps {
  plan: WireSeatingPlan
  stock: PlanStock
  scale: PriceScale | null
  highlightedBlock: HighlightedBlock
  onToggle: (section: string) => void
  /** An inert strip on phones. */
  isCollapsed: boolean
  caption: ReactNode
}

/**
 * Interactive seating plan. Blocks with listings are buttons that toggle the section filter; Tab reaches one and
 * arrow keys move by name. Plus, minus and 0 zoom; Shift with arrows pans.
 */
export function VenuePlan({
  plan,
  stock,
  scale,
  highlightedBlock,
  onToggle,
  isCollapsed,
  caption,
}: VenuePlanProps) {
  const { byBlock, isSelected, nameOf } = stock
  const blocks = useMemo(() => plan.blocks.toSorted(byName).map(drawnBlock), [plan])
  const reachableBlocks = blocks.flatMap(({ block }) =>
    byBlock.has(block.id) || isSelected(block) ? [block] : [],
  )
  const [current, setCurrent] = useState<string | null>(null)
  const group = useRef<HTMLDivElement>(null)
  const svg = useRef<SVGSVGElement>(null)
  const lastSeenBlock = useRef<PlanBlock | null>(null)
  const camera = usePlanView(plan, svg)
  const hatch = useId()
  const reachableId = reachableBlocks.some(({ id }) => id === current)
    ? current
    : (reachableBlocks[0]?.id ?? null)
  const { frame, view, unit, show } = camera

  function moveFocus(key: string): boolean {
    const at = reachableBlocks.findIndex(({ id }) => id === reachableId)
    const steps: Record<string, number> = {
      ArrowRight: at + 1,
      ArrowDown: at + 1,
      ArrowLeft: at - 1,
      ArrowUp: at - 1,
      Home: 0,
      End: reachableBlocks.length - 1,
    }
    const target = steps[key]
    const block =
      target === undefined
        ? undefined
        : reachableBlocks[(target + reachableBlocks.length) % reachableBlocks.length]
    if (block === undefined) return false
    setCurrent(block.id)
    svg.current
      ?.querySelector<SVGElement>(`[data-block="${CSS.escape(block.id)}"]`)
      ?.focus({ preventScroll: true })
    return true
  }
  // Stable callbacks, so that blocks rerender only when they change.
  const onBlockToggle = useEventCallback((block: PlanBlock) => onToggle(nameOf(block)))
  const onHover = useEventCallback((block: PlanBlock) => {
    lastSeenBlock.current = block
  })
  const onCurrent = useEventCallback((block: PlanBlock) => {
    lastSeenBlock.current = block
    setCurrent(block.id)
    show(boundingBox(block.polygon))
  })

  /** Zooms at the last hovered or focused block, else at the cheapest one: the centre of most plans is the pitch. */
  const zoomCentre = () => (lastSeenBlock.current ?? cheapest(reachableBlocks, byBlock))?.label_at

  const onKey = useEventCallback((event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const hasMoved = event.target instanceof SVGElement && !event.shiftKey && moveFocus(event.key)
    if (hasMoved || camera.onKey(event.key, event.shiftKey, zoomCentre())) event.preventDefault()
  })
  useCommands('Map', [
    { id: 'map.zoom', title: 'Zoom in, zoom out, fit', widgetKeys: ['+', '−', '0'], run: null },
    { id: 'map.pan', title: 'Pan', widgetKeys: ['Shift', '←', '↑', '→', '↓'], run: null },
  ])
  // A native listener, because the group itself is not a control; it handles keys that blocks and buttons ignore.
  useEffect(() => {
    const element = group.current
    element?.addEventListener('keydown', onKey)
    return () => element?.removeEventListener('keydown', onKey)
  }, [onKey])

  const visibleSize = visibleSizeOf(frame, view)
  return (
    <div
      ref={group}
      role="group"
      aria-label="Seating map: blocks with listings"
      aria-keyshortcuts="+ - 0 Shift+ArrowUp Shift+ArrowDown Shift+ArrowLeft Shift+ArrowRight"
      inert={isCollapsed}
    >
      <div className="relative">
        <svg
          ref={svg}
          viewBox={`${view.left} ${view.top} ${visibleSize.width} ${visibleSize.height}`}
          role="presentation"
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
          {blocks.map((drawn) => {
            const { block, minScale } = drawn
            const blockStock = byBlock.get(block.id)
            const pixels = labelSize(minScale, 1 / unit)
            return (
              <PlanBlockShape
                key={block.id}
                drawn={drawn}
                blockStock={blockStock}
                step={blockStock && scale ? scale.stepOf(blockStock.lowest) : 0}
                highlightedBlock={highlightedBlock}
                isReachable={block.id === reachableId}
                isSelected={isSelected(block)}
                labelSize={pixels && pixels * unit}
                hatch={`url(#${hatch})`}
                onToggle={onBlockToggle}
                onCurrent={onCurrent}
                onHover={onHover}
              />
            )
          })}
        </svg>
        {!isCollapsed && (
          <PlanTooltip
            plan={plan}
            byBlock={byBlock}
            highlightedBlock={highlightedBlock}
            frame={frame}
            view={view}
          />
        )}
      </div>
      {!isCollapsed && (
        <div className="mt-3 flex items-start justify-between gap-4">
          <p className="text-xs text-muted">{caption}</p>
          <PlanZoom camera={camera} zoomCentre={zoomCentre} />
        </div>
      )}
    </div>
  )
}

function cheapest(blocks: readonly PlanBlock[], byBlock: PlanStock['byBlock']): PlanBlock | undefined {
  return blocks.reduce<PlanBlock | undefined>((best, block) => {
    const [blockStock, bestStock] = [byBlock.get(block.id), best && byBlock.get(best.id)]
    return blockStock && (!bestStock || compareMoney(blockStock.lowest, bestStock.lowest) < 0) ? block : best
  }, undefined)
}
