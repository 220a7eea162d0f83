import type { ReactNode } from 'react'

/** A filter of a table, in the filter line or in "More filters". */
export interface TableFilter {
  id: string
  /** Heading in "More filters". */
  title: string
  /** Width in the filter line in pixels. Without it, the filter is always in "More filters". */
  width?: number
  isSet: boolean
  control: ReactNode
}

/** Below this width a table is a list of cards. */
export const cardsBelow = 560

const gap = 8
/** Sides, the search field at its narrowest, and "Clear". */
const fixedWidth = 32 + 160 + gap + 64
const totalWidth = 140
/** From this width on, the line ends with the number of rows. */
export const totalFrom = 900
const moreWidth = 128 + gap

/** The filters that fit into one line, in order; those behind the first that does not fit are in "More filters". */
export function splitFilters(
  filters: readonly TableFilter[],
  width: number,
): { inLine: readonly TableFilter[]; more: readonly TableFilter[] } {
  const always = filters.filter((filter) => filter.width !== undefined)
  const widthOf = (shown: readonly TableFilter[]) =>
    shown.reduce(
      (total, filter) => total + (filter.width ?? 0) + gap,
      fixedWidth + (width >= totalFrom ? totalWidth : 0),
    )
  let count = width > 0 && width < cardsBelow ? 0 : always.length
  const needed = () => widthOf(always.slice(0, count)) + (count < filters.length ? moreWidth : 0)
  while (width > 0 && count > 0 && needed() > width) count--
  const inLine = always.slice(0, count)
  return { inLine, more: filters.filter((filter) => !inLine.includes(filter)) }
}
