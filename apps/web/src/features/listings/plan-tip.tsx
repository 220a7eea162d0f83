import type { WireSeatingPlan } from '@terrace/contracts/catalogue'
import { useLitName, type LitBlock } from './lit-block.ts'
import { offerText } from './plan-block.tsx'
import { levelText } from './plan-shape.ts'
import { sizeOf, type PlanFrame, type PlanView } from './plan-view.ts'
import type { BlockStock } from './price-scale.ts'

interface PlanTipProps {
  plan: WireSeatingPlan
  byBlock: ReadonlyMap<string, BlockStock>
  lit: LitBlock
  frame: PlanFrame
  view: PlanView
}

/** Stands over the lit block, on the side where there is room. The same words are in the block's own name. */
export function PlanTip({ plan, byBlock, lit, frame, view }: PlanTipProps) {
  const block = useLitName(lit) === null ? undefined : plan.blocks.find(({ name }) => lit.isLit(name))
  if (!block) return null
  const inSight = sizeOf(frame, view)
  const left = (block.label_at[0] - view.left) / inSight.width
  const top = (block.label_at[1] - view.top) / inSight.height
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
      <div className="tabular">{offerText(byBlock.get(block.id))}</div>
    </div>
  )
}
