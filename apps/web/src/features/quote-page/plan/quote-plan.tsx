import { sectionIndex } from '@terrace/domain/tickets/section-names'
import { useMemo } from 'react'
import { pointsText } from '#web/features/listings/seat-map/plan-shape.ts'
import { PlanSurface } from '#web/features/listings/seat-map/plan-surface.tsx'
import { frameOf } from '#web/features/listings/seat-map/plan-view.ts'
import { cx } from '#web/ui/cx.ts'
import type { QuotedPlan } from '#web/features/quote-page/queries.ts'

/** Sections to highlight, by their sellers' names. */
export interface PlanHighlights {
  offered: readonly string[]
  selected: readonly string[]
  /** Whether all offers are highlighted, or only those in the list. */
  isComplete: boolean
  /** The section under the pointer or focus. */
  hovered: string | null
}

/**
 * The venue map with offered and selected blocks. It is decorative: the cards contain the same information as text.
 */
export function QuotePlan({ plan, highlights }: { plan: QuotedPlan; highlights: PlanHighlights }) {
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
  const offered = new Set(highlights.offered.map((section) => idOf(section)))
  const selected = new Set(highlights.selected.map((section) => idOf(section)))
  const hovered = highlights.hovered === null ? null : idOf(highlights.hovered)
  const frame = frameOf(plan)
  return (
    <figure>
      <svg
        viewBox={`${frame.left} ${frame.top} ${frame.width} ${frame.height}`}
        aria-hidden
        className="block aspect-[5/4] w-full"
      >
        {/* The pitch stays green, regardless of the broker's colour. */}
        <g className="[--accent-soft:light-dark(#e0f0e9,#143328)] [--accent:light-dark(#0a6a4d,#3ccf9a)]">
          <PlanSurface surface={plan.surface} />
        </g>
        {plan.blocks.map(({ id, polygon }) => {
          const fill = selected.has(id) ? 'fill-accent' : offered.has(id) ? 'fill-accent/45' : 'fill-scale-0'
          return (
            <polygon
              key={id}
              points={pointsText(polygon)}
              className={cx(
                'transition-[fill] duration-150 ease-out',
                id === hovered ? 'fill-signal-mark' : fill,
              )}
            />
          )
        })}
      </svg>
      <figcaption className="mt-3 text-center text-sm text-balance text-muted">
        {plan.schematic && 'Schematic map. '}
        {captionOf(
          selected.size - Number(selected.has(null)),
          offered.size - Number(offered.has(null)),
          highlights.isComplete,
        )}
      </figcaption>
    </figure>
  )
}

function captionOf(selected: number, offered: number, isComplete: boolean): string {
  if (selected > 0) return selected === 1 ? 'Your block is highlighted.' : 'Your blocks are highlighted.'
  if (offered === 0) return ''
  if (!isComplete) return 'The blocks of the offers shown are highlighted.'
  return offered === 1 ? 'The offered block is highlighted.' : 'The offered blocks are highlighted.'
}
