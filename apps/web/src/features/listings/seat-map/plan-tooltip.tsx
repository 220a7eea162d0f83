import type { WireSeatingPlan } from '@terrace/contracts/catalogue'
import { useHighlightedName, type HighlightedBlock } from './highlighted-block.ts'
import { blockStockText } from './plan-block.tsx'
import { levelText } from './plan-shape.ts'
import { visibleSizeOf, type PlanFrame, type PlanView } from './plan-view.ts'
import type { BlockStock } from './block-stock.ts'

interface PlanTooltipProps {
  plan: WireSeatingPlan
  byBlock: ReadonlyMap<string, BlockStock>
  highlightedBlock: HighlightedBlock
  frame: PlanFrame
  view: PlanView
}

/** Tooltip at the highlighted block. Screen readers get the same text from the block's label. */
export function PlanTooltip({ plan, byBlock, highlightedBlock, frame, view }: PlanTooltipProps) {
  const block =
    useHighlightedName(highlightedBlock) === null
      ? undefined
      : plan.blocks.find(({ name }) => highlightedBlock.isHighlighted(name))
  if (!block) return null
  const visibleSize = visibleSizeOf(frame, view)
  const left = (block.label_at[0] - view.left) / visibleSize.width
  const top = (block.label_at[1] - view.top) / visibleSize.height
  if (left < 0 || left > 1 || top < 0 || top > 1) return null
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute z-10 w-max max-w-[70%] animate-fade rounded bg-ink px-3 py-2 text-xs text-paper shadow"
      style={{
        left: `${left * 100}%`,
        top: `${top * 100}%`,
        transform: `translate(${-left * 100}%, ${top < 0.25 ? '1.25rem' : 'calc(-100% - 1.25rem)'})`,
      }}
    >
      <div>
        <strong className="font-semibold">{block.name}</strong>
        {levelText(block) && ` · ${levelText(block)}`}
      </div>
      <div>{blockStockText(byBlock.get(block.id))}</div>
    </div>
  )
}
