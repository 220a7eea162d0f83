import type { VenueKind } from '../seating-plan.ts'
import type { SurfaceKind } from './draft.ts'

const surfaces: Readonly<Record<VenueKind, SurfaceKind>> = {
  bowl: 'pitch',
  arena: 'floor',
  court: 'court',
  theatre: 'stage',
  circuit: 'track',
  field: 'field',
}

/** What people look at in a venue of this kind. */
export function surfaceOf(kind: VenueKind): SurfaceKind {
  return surfaces[kind]
}
