import type { WireMenuOption } from '@terrace/contracts/catalogue'

/** More sports than these share the last place of the bar. */
const inBar = 6

/** What the bar shows: an entry of the menu, or the rest of them under one name. */
export interface BarEntry {
  id: number
  title: string
  /** Undefined for the rest, which has no page. */
  option?: WireMenuOption
  entries: WireMenuOption[]
}

export function barEntries(options: readonly WireMenuOption[]): BarEntry[] {
  const whole = options.length <= inBar ? options : options.slice(0, inBar - 1)
  const rest = options.slice(whole.length)
  return [
    ...whole.map((option) => ({ id: option.id, title: option.title, option, entries: option.sub_menu })),
    ...(rest.length > 0 ? [{ id: -1, title: 'More', entries: rest }] : []),
  ]
}
