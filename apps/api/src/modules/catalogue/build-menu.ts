import type { WireMenuOption } from '@terrace/contracts/catalogue'

export interface MenuRows {
  /** In the order in which they are shown. */
  categories: { id: number; parentId: number | null; name: string; slug: string; hasEvents: boolean }[]
  performers: { id: number; categoryId: number; name: string; slug: string }[]
  /** What the operator wants otherwise. */
  overrides: MenuOverride[]
}

export type MenuType = 'category' | 'performer' | 'venue' | 'event'

export interface MenuOverride {
  type: MenuType
  typeId: number
  /** The thing's own name and slug. */
  name: string
  slug: string
  /** Shown in place of its name. */
  title: string | null
  /** Those with a position come first among their neighbours, by it. */
  position: number | null
  isHidden: boolean
  /** Stands below `parentCategoryId`, null being the top, and nowhere else. */
  isPlaced: boolean
  parentCategoryId: number | null
}

interface Entry {
  type: MenuType
  typeId: number
  title: string
  slug: string
}

/** Spec §3: an option whose nesting goes beyond this many levels, itself included, carries the flag. */
const levels = 3
const byName = new Intl.Collator('en', { sensitivity: 'base', numeric: true })
const keyOf = ({ type, typeId }: Pick<Entry, 'type' | 'typeId'>) => `${type}/${typeId}`

/**
 * The menu as the wire has it: sport or genre → competition → team or artist, teams by name, at whatever depth the tree
 * of categories has; put in order, renamed, hidden, moved and added to by the operator. A category without an event to
 * come is left out.
 */
export function buildMenu({ categories, performers, overrides }: MenuRows): WireMenuOption[] {
  const overrideOf = new Map(overrides.map((override) => [keyOf(override), override]))
  const hasEvents = new Map(categories.map((category) => [category.id, category.hasEvents]))
  let count = 0

  function entriesUnder(parentId: number | null): Entry[] {
    const own: Entry[] = [
      ...categories
        .filter((category) => category.parentId === parentId)
        .map(({ id: typeId, name: title, slug }) => ({ type: 'category' as const, typeId, title, slug })),
      ...performers
        .filter((performer) => performer.categoryId === parentId)
        .toSorted((a, b) => byName.compare(a.name, b.name))
        .map(({ id: typeId, name: title, slug }) => ({ type: 'performer' as const, typeId, title, slug })),
    ]
    const placed = overrides
      .filter((override) => override.isPlaced && override.parentCategoryId === parentId)
      .map(({ type, typeId, name: title, slug }) => ({ type, typeId, title, slug }))
    return [...own.filter((entry) => overrideOf.get(keyOf(entry))?.isPlaced !== true), ...placed]
      .filter((entry) => overrideOf.get(keyOf(entry))?.isHidden !== true)
      .toSorted((a, b) => placeOf(a) - placeOf(b))
  }

  function placeOf(entry: Entry): number {
    return overrideOf.get(keyOf(entry))?.position ?? Number.MAX_SAFE_INTEGER
  }

  function optionsUnder(
    parentId: number | null,
    parentOption: number | null,
    way: readonly number[],
  ): WireMenuOption[] {
    return entriesUnder(parentId).flatMap((entry) => {
      const id = (count += 1)
      const title = overrideOf.get(keyOf(entry))?.title ?? entry.title
      if (entry.type !== 'category') return [option({ ...entry, title }, { id, parentOption, inside: [] })]
      // Moved below itself, it would have no end.
      if (way.includes(entry.typeId)) return []
      const inside = optionsUnder(entry.typeId, id, [...way, entry.typeId])
      if (inside.length === 0 && hasEvents.get(entry.typeId) !== true) return []
      return [option({ ...entry, title }, { id, parentOption, inside })]
    })
  }

  return optionsUnder(null, null, [])
}

/** Where a thing's page is (spec §2): an event's at its listings, anything else's under its type. */
export function linkOf({ type, typeId, slug }: Pick<Entry, 'type' | 'typeId' | 'slug'>): string {
  return type === 'event' ? `/tickets/${slug}/${typeId}` : `/${type}/${slug}`
}

function option(
  entry: Entry,
  { id, parentOption, inside }: { id: number; parentOption: number | null; inside: WireMenuOption[] },
): WireMenuOption {
  return {
    id,
    parent_id: parentOption,
    type: entry.type,
    title: entry.title,
    type_id: entry.typeId,
    link: linkOf(entry),
    slug: entry.slug,
    hasThreeLevelSubMenu: 1 + depthOf(inside) > levels,
    sub_menu: inside,
  }
}

function depthOf(options: readonly WireMenuOption[]): number {
  return options.reduce((deepest, { sub_menu: inside }) => Math.max(deepest, 1 + depthOf(inside)), 0)
}
