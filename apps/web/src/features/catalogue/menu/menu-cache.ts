import { wireMenuOption, type WireMenuOption } from '@terrace/contracts/catalogue'
import { z } from 'zod/mini'

const storageKey = 'header-menu'
const menu = z.array(wireMenuOption)

/** The menu of the last load; `undefined` when there is none or it is invalid. */
export function readCachedMenu(): WireMenuOption[] | undefined {
  const text = localStorage.getItem(storageKey)
  if (text === null) return undefined
  try {
    return menu.safeParse(JSON.parse(text)).data
  } catch {
    // Invalid JSON is overwritten by the next response.
    return undefined
  }
}

export function cacheMenu(options: readonly WireMenuOption[]): void {
  localStorage.setItem(storageKey, JSON.stringify(options))
}
