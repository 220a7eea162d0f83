import type { Point, Polygon } from './geometry.ts'

export type PlanFileBlock = {
  /** Position of the block in its file, for messages. */
  at: readonly (string | number)[]
  name: string
  level: string
  category: string
  polygon: Polygon
  labelAt?: Point
  /** Missing in files that only contain shapes. */
  seats?: number
  rows?: number
  /** Floors are stacked in the building, and drawn one below another in the plan. */
  floor?: string
}

export type PlanFile = {
  schematic: boolean
  blocks: readonly PlanFileBlock[]
  /** Category names, most expensive first. Missing ones follow in order of appearance. */
  categories: readonly string[]
  /** The area or line that the seats face, if the file contains one. */
  surface?: Polygon
  /** Notes for the operator about how the file was read. */
  notes?: readonly string[]
}
