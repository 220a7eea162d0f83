import { wireMenuOption, type WireMenuOption } from '@terrace/contracts/catalogue'
import { z } from 'zod/mini'

const place = 'header-menu'
const menu = z.array(wireMenuOption)

/** The menu as it was last loaded; undefined where there is none, or one of another shape. */
export function readCachedMenu(): WireMenuOption[] | undefined {
  const text = localStorage.getItem(place)
  if (text === null) return undefined
  try {
    return menu.safeParse(JSON.parse(text)).data
  } catch {
    // Whatever stands there, the next answer of the server replaces it.
    return undefined
  }
}

export function cacheMenu(options: readonly WireMenuOption[]): void {
  localStorage.setItem(place, JSON.stringify(options))
}
