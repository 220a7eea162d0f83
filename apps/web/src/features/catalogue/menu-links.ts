import type { WireMenuOption } from '@terrace/contracts/catalogue'
import { slugify } from '@terrace/domain/slug'

type Option = Pick<WireMenuOption, 'type' | 'title' | 'type_id' | 'slug' | 'sub_menu'>

const isEvent = ({ type }: Pick<Option, 'type'>) => type.toLowerCase() === 'event'

/** Where an entry of the mega menu leads (spec §2): an event to its listings, anything else to its page by slug. */
export function megaMenuLink(option: Option): string {
  return isEvent(option)
    ? `/tickets/${slugify(option.title)}/${option.type_id}`
    : `/${slugify(option.type)}/${option.slug}`
}

/** Where an entry of the mobile menu leads (spec §2): by its title, an event with its number. */
export function mobileMenuLink(option: Option): string {
  const link = `/${slugify(option.type)}/${slugify(option.title)}`
  return isEvent(option) ? `${link}/${option.type_id}` : link
}

/**
 * The entry that a path is about, after all entries around it; empty where it is about none of them. A number in the path
 * decides (`/category/{x}/{type_id}`), else the slug or the slugified title does.
 */
export function activeTrail(options: readonly WireMenuOption[], pathname: string): WireMenuOption[] {
  const [type = '', name = '', id] = pathname.split('/').slice(1)
  const wantedType = type === 'tickets' ? 'event' : type
  function isActive(option: WireMenuOption): boolean {
    if (name === '' || slugify(option.type) !== wantedType) return false
    return id ? String(option.type_id) === id : option.slug === name || slugify(option.title) === name
  }
  for (const option of options) {
    if (isActive(option)) return [option]
    const below = activeTrail(option.sub_menu, pathname)
    if (below.length > 0) return [option, ...below]
  }
  return []
}

/** Everything below an entry in one list: what goes deeper than the third column folds into it. */
export function foldedBelow(option: WireMenuOption): WireMenuOption[] {
  return option.sub_menu.flatMap((inside) => [inside, ...foldedBelow(inside)])
}
