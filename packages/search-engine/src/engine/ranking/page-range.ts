/** A part of the matches in their order, best first. */
export interface PageRange {
  from: number
  to: number
}
