import type { Point, Polygon } from './geometry.ts'

export type PlanFileBlock = {
  /** Where the block stands in its file, for messages. */
  at: readonly (string | number)[]
  name: string
  level: string
  category: string
  polygon: Polygon
  labelAt?: Point
  /** Unknown in files that only draw. */
  seats?: number
  rows?: number
  /** Floors lie above each other in the building, and below each other on the picture. */
  floor?: string
}

export type PlanFile = {
  schematic: boolean
  blocks: readonly PlanFileBlock[]
  /** Names of the categories, the dearest first; those that are missing come after, as they appear. */
  categories: readonly string[]
  /** The area or line that the seats look at, where the file draws it. */
  surface?: Polygon
  /** What the operator should know of how the file was read. */
  notes?: readonly string[]
}
