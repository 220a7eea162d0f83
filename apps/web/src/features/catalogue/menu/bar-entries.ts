import type { WireMenuOption } from '@terrace/contracts/catalogue'

/** When there are more sports, the last slot is "More". */
const maxBarEntries = 6

/** An entry of the bar: a menu option, or "More" with the remaining ones. */
export interface BarEntry {
  id: number
  title: string
  /** `undefined` for "More", which has no page. */
  option?: WireMenuOption
  entries: WireMenuOption[]
}

export function barEntries(options: readonly WireMenuOption[]): BarEntry[] {
  const visible = options.length <= maxBarEntries ? options : options.slice(0, maxBarEntries - 1)
  const remaining = options.slice(visible.length)
  return [
    ...visible.map((option) => ({ id: option.id, title: option.title, option, entries: option.sub_menu })),
    ...(remaining.length > 0 ? [{ id: -1, title: 'More', entries: remaining }] : []),
  ]
}
