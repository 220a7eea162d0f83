import type { WireMenuOption } from '@terrace/contracts/catalogue'
import { slugify } from '@terrace/domain/text/slug'

type Option = Pick<WireMenuOption, 'type' | 'title' | 'type_id' | 'slug' | 'sub_menu'>

const isEvent = ({ type }: Pick<Option, 'type'>) => type.toLowerCase() === 'event'

/** Mega menu link (spec §2): events link to their listings, others to their page by slug. */
export function megaMenuLink(option: Option): string {
  return isEvent(option)
    ? `/tickets/${slugify(option.title)}/${option.type_id}`
    : `/${slugify(option.type)}/${option.slug}`
}

/** Mobile menu link (spec §2): by slugified title, events with their id. */
export function mobileMenuLink(option: Option): string {
  const link = `/${slugify(option.type)}/${slugify(option.title)}`
  return isEvent(option) ? `${link}/${option.type_id}` : link
}

/**
 * The menu entry of a path with its ancestors; empty when there is none. An id in the path
 * (`/category/{x}/{type_id}`) takes precedence over the slug or slugified title.
 */
export function findActivePath(options: readonly WireMenuOption[], pathname: string): WireMenuOption[] {
  const [type = '', name = '', id] = pathname.split('/').slice(1)
  const entryType = type === 'tickets' ? 'event' : type
  function isActive(option: WireMenuOption): boolean {
    if (name === '' || slugify(option.type) !== entryType) return false
    return id ? String(option.type_id) === id : option.slug === name || slugify(option.title) === name
  }
  for (const option of options) {
    if (isActive(option)) return [option]
    const below = findActivePath(option.sub_menu, pathname)
    if (below.length > 0) return [option, ...below]
  }
  return []
}

/** All descendants in one list: levels below the third column fold into it. */
export function flattenDescendants(option: WireMenuOption): WireMenuOption[] {
  return option.sub_menu.flatMap((child) => [child, ...flattenDescendants(child)])
}
