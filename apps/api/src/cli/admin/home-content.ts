import type { Db } from '#api/db/client.ts'
import {
  addBanner,
  changeMenu,
  listBanners,
  outlineMenu,
  removeBanner,
  resetMenuEntry,
} from '#api/modules/catalogue/index.ts'
import type { Clock } from '#api/shared/clock.ts'
import type { AdminValues, ParsedCommand } from './options.ts'

/** Commands for the menu and the home page banners. */
export type HomeContentCommand =
  | { do: 'menu-show' }
  | { do: 'menu-set'; change: Parameters<typeof changeMenu>[1] }
  | { do: 'menu-reset'; target: string }
  | { do: 'banner-list' }
  | { do: 'banner-add'; banner: Parameters<typeof addBanner>[1] }
  | { do: 'banner-remove'; id: number }

/** Parses the command and the options it takes; returns an error message if it is invalid. */
export function parseHomeCommand(
  [command, verb, target, ...rest]: string[],
  values: AdminValues,
): ParsedCommand<HomeContentCommand> {
  if (rest.length > 0) return `too many entries; unexpected argument: ${rest.join(' ')}`
  const position = readNumber(values.position)
  if (position === null) return '--position: must be a whole number from 1 to 999'
  const none: string[] = []
  if (command === 'menu') {
    if (verb === undefined) return { request: { do: 'menu-show' }, options: none }
    if (verb !== 'set' && verb !== 'reset') return 'menu is used alone, or with set or reset'
    if (target === undefined)
      return `menu ${verb} needs an entry, such as category/premier-league or event/815`
    if (verb === 'reset') return { request: { do: 'menu-reset', target }, options: none }
    const { title, parent, hide, show } = values
    if (hide && show) return 'use either --hide or --show'
    const isHidden = hide ? true : show ? false : undefined
    if ([title, parent, position, isHidden].every((value) => value === undefined)) {
      return 'menu set needs --title, --position, --parent, --hide or --show'
    }
    return {
      request: { do: 'menu-set', change: { target, title, parent, position, isHidden } },
      options: ['title', 'position', 'parent', 'hide', 'show'],
    }
  }
  if (verb === undefined) return { request: { do: 'banner-list' }, options: none }
  if (verb === 'remove') {
    const id = readNumber(target)
    return id
      ? { request: { do: 'banner-remove', id }, options: none }
      : 'banner remove needs a banner number'
  }
  if (verb !== 'add') return 'banner is used alone, or with add or remove'
  if (target === undefined) return 'banner add needs a target, such as category/formula-1 or event/815'
  const { title, text } = values
  if (title === undefined) return 'banner add needs --title'
  return {
    request: { do: 'banner-add', banner: { leadsTo: target, title, text, position } },
    options: ['title', 'text', 'position'],
  }
}

/** `undefined` when absent, `null` when invalid. */
function readNumber(text: string | undefined): number | undefined | null {
  if (text === undefined) return undefined
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null
}

/** Runs the command and returns its output. Throws the catalogue's errors. */
export async function manageHomeContent(
  deps: { db: Db; clock: Clock },
  request: HomeContentCommand,
): Promise<string> {
  switch (request.do) {
    case 'menu-show':
      return (await outlineMenu(deps)) || 'The menu is empty: there are no upcoming events'
    case 'menu-set':
      return `updated menu entry: ${await changeMenu(deps, request.change)}`
    case 'menu-reset': {
      const { title, wasChanged } = await resetMenuEntry(deps, request.target)
      return wasChanged ? `reset menu entry: ${title}` : `no change: ${title}`
    }
    case 'banner-list':
      return (await listBanners(deps)).join('\n') || 'No banners'
    case 'banner-add':
      return `Banner ${await addBanner(deps, request.banner)} added`
    default:
      await removeBanner(deps, request.id)
      return `Banner ${request.id} removed`
  }
}
