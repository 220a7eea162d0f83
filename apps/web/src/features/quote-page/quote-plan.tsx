import { sectionIndex } from '@terrace/domain/section-names'
import { useMemo } from 'react'
import { pointsText } from '#web/features/listings/plan-shape.ts'
import { PlanSurface } from '#web/features/listings/plan-surface.tsx'
import { frameOf } from '#web/features/listings/plan-view.ts'
import { cx } from '#web/ui/cx.ts'
import type { QuotedPlan } from './queries.ts'

/** Sections by their sellers' names. */
export interface PlanMarks {
  offered: readonly string[]
  chosen: readonly string[]
  /** Whether all that is offered is marked; else what the list shows of it. */
  isWhole: boolean
  /** That the pointer or the keyboard is on. */
  pointed: string | null
}

/** The venue from above, with what is offered and what is chosen. The cards say all of it in words. */
export function QuotePlan({ plan, marks }: { plan: QuotedPlan; marks: PlanMarks }) {
  const index = useMemo(
    () =>
      sectionIndex(
        plan.blocks.map(({ id, name, level, other_names: otherNames }) => ({ id, name, level, otherNames })),
      ),
    [plan],
  )
  const idOf = (section: string) => {
    const match = index.find(section)
    return match.kind === 'block' ? match.id : null
  }
  const offered = new Set(marks.offered.map((section) => idOf(section)))
  const chosen = new Set(marks.chosen.map((section) => idOf(section)))
  const pointed = marks.pointed === null ? null : idOf(marks.pointed)
  const frame = frameOf(plan)
  return (
    <figure>
      <svg
        viewBox={`${frame.left} ${frame.top} ${frame.width} ${frame.height}`}
        aria-hidden
        className="block aspect-[5/4] w-full"
      >
        {/* Grass is green, whatever the broker's colour. */}
        <g className="[--accent-soft:light-dark(#e0f0e9,#143328)] [--accent:light-dark(#0a6a4d,#3ccf9a)]">
          <PlanSurface surface={plan.surface} />
        </g>
        {plan.blocks.map(({ id, polygon }) => {
          const fill = chosen.has(id) ? 'fill-accent' : offered.has(id) ? 'fill-accent/45' : 'fill-scale-0'
          return (
            <polygon
              key={id}
              points={pointsText(polygon)}
              className={cx(
                'transition-[fill] duration-150 ease-out',
                id === pointed ? 'fill-signal-mark' : fill,
              )}
            />
          )
        })}
      </svg>
      <figcaption className="mt-3 text-center text-sm text-balance text-muted">
        {plan.schematic && 'Schematic plan. '}
        {captionOf(
          chosen.size - Number(chosen.has(null)),
          offered.size - Number(offered.has(null)),
          marks.isWhole,
        )}
      </figcaption>
    </figure>
  )
}

function captionOf(chosen: number, offered: number, isWhole: boolean): string {
  if (chosen > 0) return chosen === 1 ? 'Your block is marked.' : 'Your blocks are marked.'
  if (offered === 0) return ''
  if (!isWhole) return 'The blocks of the offers shown are marked.'
  return offered === 1 ? 'The block on offer is marked.' : 'The blocks on offer are marked.'
}
