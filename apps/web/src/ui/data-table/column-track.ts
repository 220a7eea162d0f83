/* Widths of columns that the user set. */

/** Narrower than the limits of saved widths in `packages/contracts/src/preferences.ts`: every header keeps its handle. */
export const minColumnWidth = 32
export const maxColumnWidth = 800

/** Overrides the column's track while its edge is dragged. */
export const columnVariable = (id: string): string => `--col-${id}`

const registered = new Set<string>()

/** Stops rows from passing the variable on, so that a drag restyles the rows but none of their cells. */
export function registerColumnVariable(id: string): void {
  const name = columnVariable(id)
  if (registered.has(name) || !('registerProperty' in CSS)) return
  registered.add(name)
  CSS.registerProperty({ name, syntax: '*', inherits: false })
}

/** A track of this width that shrinks to the column's own smallest width when the table is too narrow. */
export const columnTrack = (width: number, smallest: number): string =>
  `minmax(${Math.min(width, smallest)}px, ${width}px)`
