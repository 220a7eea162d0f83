import type { WireSeatingPlan } from '@terrace/contracts/catalogue'
import type { VenuePlan } from './seating-plans.repo.ts'

/** What every view of a plan shows around its blocks. */
export function presentPlanFrame({
  isSchematic,
  plan: { width, height, surface },
}: Pick<VenuePlan, 'isSchematic' | 'plan'>): Pick<
  WireSeatingPlan,
  'schematic' | 'width' | 'height' | 'surface'
> {
  return {
    schematic: isSchematic,
    width,
    height,
    surface: surface && {
      kind: surface.kind,
      shape: surface.shape,
      is_sketch: surface.isSketch ?? false,
    },
  }
}
