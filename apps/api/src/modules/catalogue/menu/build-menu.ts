import type { WireMenuOption } from '@terrace/contracts/catalogue'
import type { Colours } from '../competitions/category-art.ts'

export interface MenuRows {
  /** In display order. */
  categories: { id: number; parentId: number | null; name: string; slug: string; hasEvents: boolean }[]
  performers: {
    id: number
    categoryId: number
    name: string
    slug: string
    colours?: Colours | null
  }[]
  overrides: MenuOverride[]
}

export type MenuType = 'category' | 'performer' | 'venue' | 'event'

export interface MenuOverride {
  type: MenuType
  typeId: number
  /** Name and slug in the catalogue. */
  name: string
  slug: string
  /** Replaces the name when set. */
  title: string | null
  /** Entries with a position come first among their siblings. */
  position: number | null
  isHidden: boolean
  /** Shown only below `parentCategoryId`, or at the top when that is `null`. */
  isPlaced: boolean
  parentCategoryId: number | null
}

interface Entry {
  type: MenuType
  typeId: number
  title: string
  slug: string
  colours?: Colours | null
}

/** Spec §3: `hasThreeLevelSubMenu` is true for an option with more levels than this, counting itself. */
const maxLevels = 3
const nameCollator = new Intl.Collator('en', { sensitivity: 'base', numeric: true })
const keyOf = ({ type, typeId }: Pick<Entry, 'type' | 'typeId'>) => `${type}/${typeId}`

/**
 * Builds the wire menu: sport or genre, competition, team or artist, with the operator's changes applied. Omits
 * categories without upcoming events.
 */
export function buildMenu({ categories, performers, overrides }: MenuRows): WireMenuOption[] {
  const overrideOf = new Map(overrides.map((override) => [keyOf(override), override]))
  const hasEvents = new Map(categories.map((category) => [category.id, category.hasEvents]))
  let count = 0

  function entriesUnder(parentId: number | null): Entry[] {
    const catalogueEntries: Entry[] = [
      ...categories
        .filter((category) => category.parentId === parentId)
        .map(({ id: typeId, name: title, slug }) => ({ type: 'category' as const, typeId, title, slug })),
      ...performers
        .filter((performer) => performer.categoryId === parentId)
        .toSorted((a, b) => nameCollator.compare(a.name, b.name))
        .map(({ id: typeId, name: title, slug, colours }) => ({
          type: 'performer' as const,
          typeId,
          title,
          slug,
          colours,
        })),
    ]
    const movedEntries = overrides
      .filter((override) => override.isPlaced && override.parentCategoryId === parentId)
      .map(({ type, typeId, name: title, slug }) => ({ type, typeId, title, slug }))
    return [
      ...catalogueEntries.filter((entry) => overrideOf.get(keyOf(entry))?.isPlaced !== true),
      ...movedEntries,
    ]
      .filter((entry) => overrideOf.get(keyOf(entry))?.isHidden !== true)
      .toSorted((a, b) => positionOf(a) - positionOf(b))
  }

  function positionOf(entry: Entry): number {
    return overrideOf.get(keyOf(entry))?.position ?? Number.MAX_SAFE_INTEGER
  }

  function optionsUnder(
    parentId: number | null,
    parentOption: number | null,
    ancestors: readonly number[],
  ): WireMenuOption[] {
    return entriesUnder(parentId).flatMap((entry) => {
      const id = (count += 1)
      const title = overrideOf.get(keyOf(entry))?.title ?? entry.title
      if (entry.type !== 'category') return [option({ ...entry, title }, { id, parentOption, children: [] })]
      // Guards against endless recursion when a category is moved below itself.
      if (ancestors.includes(entry.typeId)) return []
      const children = optionsUnder(entry.typeId, id, [...ancestors, entry.typeId])
      if (children.length === 0 && hasEvents.get(entry.typeId) !== true) return []
      return [option({ ...entry, title }, { id, parentOption, children })]
    })
  }

  return optionsUnder(null, null, [])
}

/** Path of the entry's page (spec §2). */
export function linkOf({ type, typeId, slug }: Pick<Entry, 'type' | 'typeId' | 'slug'>): string {
  return type === 'event' ? `/tickets/${slug}/${typeId}` : `/${type}/${slug}`
}

function option(
  entry: Entry,
  { id, parentOption, children }: { id: number; parentOption: number | null; children: WireMenuOption[] },
): WireMenuOption {
  return {
    id,
    parent_id: parentOption,
    type: entry.type,
    title: entry.title,
    type_id: entry.typeId,
    link: linkOf(entry),
    slug: entry.slug,
    hasThreeLevelSubMenu: 1 + depthOf(children) > maxLevels,
    ...(entry.colours && { colours: entry.colours }),
    sub_menu: children,
  }
}

function depthOf(options: readonly WireMenuOption[]): number {
  return options.reduce((deepest, { sub_menu: children }) => Math.max(deepest, 1 + depthOf(children)), 0)
}
