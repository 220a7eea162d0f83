import type { Db } from '../db/client.ts'
import {
  addBanner,
  changeMenu,
  listBanners,
  outlineMenu,
  removeBanner,
  resetMenuEntry,
} from '../modules/catalogue/index.ts'
import type { Clock } from '../shared/clock.ts'
import type { AdminValues } from './admin-options.ts'

/** What the operator wants of the menu and of home's banners. */
export type CurateWish =
  | { do: 'menu-show' }
  | { do: 'menu-set'; change: Parameters<typeof changeMenu>[1] }
  | { do: 'menu-reset'; thing: string }
  | { do: 'banner-list' }
  | { do: 'banner-add'; banner: Parameters<typeof addBanner>[1] }
  | { do: 'banner-remove'; id: number }

/** The wish and the options that have a meaning in it; a text says why there is none. */
export function readCurateWish(
  [command, verb, thing, ...rest]: string[],
  values: AdminValues,
): { wish: CurateWish; options: string[] } | string {
  if (rest.length > 0) return `One at a time: ${rest.join(' ')} is too much`
  const position = readNumber(values.position)
  if (position === null) return '--position: must be a whole number from 1 to 999'
  const none: string[] = []
  if (command === 'menu') {
    if (verb === undefined) return { wish: { do: 'menu-show' }, options: none }
    if (verb !== 'set' && verb !== 'reset') return 'menu is followed by nothing, set or reset'
    if (thing === undefined)
      return `menu ${verb} needs an entry, such as category/premier-league or event/815`
    if (verb === 'reset') return { wish: { do: 'menu-reset', thing }, options: none }
    const { title, under, hide, show } = values
    if (hide && show) return '--hide and --show cannot both be'
    const isHidden = hide ? true : show ? false : undefined
    if ([title, under, position, isHidden].every((value) => value === undefined)) {
      return 'menu set needs --title, --position, --under, --hide or --show'
    }
    return {
      wish: { do: 'menu-set', change: { thing, title, under, position, isHidden } },
      options: ['title', 'position', 'under', 'hide', 'show'],
    }
  }
  if (verb === undefined) return { wish: { do: 'banner-list' }, options: none }
  if (verb === 'remove') {
    const id = readNumber(thing)
    return id ? { wish: { do: 'banner-remove', id }, options: none } : 'banner remove needs its number'
  }
  if (verb !== 'add') return 'banner is followed by nothing, add or remove'
  if (thing === undefined) return 'banner add needs what it leads to, such as category/formula-1 or event/815'
  const { title, text } = values
  if (title === undefined) return 'banner add needs --title'
  return {
    wish: { do: 'banner-add', banner: { leadsTo: thing, title, text, position } },
    options: ['title', 'text', 'position'],
  }
}

/** Undefined where none is given, null where it is none. */
function readNumber(text: string | undefined): number | undefined | null {
  if (text === undefined) return undefined
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null
}

/** Does it and answers what to print. Throws what the catalogue refuses. */
export async function curate(deps: { db: Db; clock: Clock }, wish: CurateWish): Promise<string> {
  switch (wish.do) {
    case 'menu-show':
      return (await outlineMenu(deps)) || 'The menu is empty: there are no events to come'
    case 'menu-set':
      return `${await changeMenu(deps, wish.change)} stands in the menu as you want it`
    case 'menu-reset': {
      const { title, wasChanged } = await resetMenuEntry(deps, wish.thing)
      return wasChanged
        ? `${title} stands in the menu as the catalogue has it`
        : `${title} stood there so already`
    }
    case 'banner-list':
      return (await listBanners(deps)).join('\n') || 'Home has no banner'
    case 'banner-add':
      return `Banner ${await addBanner(deps, wish.banner)} stands on home`
    default:
      await removeBanner(deps, wish.id)
      return `Banner ${wish.id} is gone`
  }
}
