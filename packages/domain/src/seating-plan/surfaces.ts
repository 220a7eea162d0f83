import type { VenueKind } from './seating-plan.ts'
import type { SurfaceKind } from './plan-layout.ts'

const surfaces: Readonly<Record<VenueKind, SurfaceKind>> = {
  bowl: 'pitch',
  arena: 'floor',
  court: 'court',
  theatre: 'stage',
  circuit: 'track',
  field: 'field',
}

/** The surface that seats face in this kind of venue. */
export function surfaceOf(kind: VenueKind): SurfaceKind {
  return surfaces[kind]
}
