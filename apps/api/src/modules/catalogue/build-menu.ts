import type { WireMenuOption } from '@terrace/contracts/catalogue'

export interface MenuRows {
  /** In the order in which they are shown. */
  categories: { id: number; parentId: number | null; name: string; slug: string; hasEvents: boolean }[]
  performers: { id: number; categoryId: number; name: string; slug: string }[]
}

/** Spec §3: an option whose nesting goes beyond this many levels, itself included, carries the flag. */
const levels = 3
const byName = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

/**
 * The menu as the wire has it: sport or genre → competition → team or artist, teams by name, at whatever depth the tree
 * of categories has. A branch without an event to come is left out.
 */
export function buildMenu({ categories, performers }: MenuRows): WireMenuOption[] {
  let count = 0

  function optionsUnder(parentId: number | null, parentOption: number | null): WireMenuOption[] {
    return categories.flatMap((category) => {
      if (category.parentId !== parentId) return []
      const id = (count += 1)
      const inside = optionsUnder(category.id, id)
      const teams = performersOf(category.id, id)
      if (inside.length === 0 && teams.length === 0 && !category.hasEvents) return []
      return [
        option(
          {
            id,
            parentOption,
            type: 'category',
            title: category.name,
            typeId: category.id,
            slug: category.slug,
          },
          [...inside, ...teams],
        ),
      ]
    })
  }

  function performersOf(categoryId: number, parentOption: number): WireMenuOption[] {
    return performers
      .filter((performer) => performer.categoryId === categoryId)
      .toSorted((a, b) => byName.compare(a.name, b.name))
      .map(({ id: typeId, name: title, slug }) =>
        option({ id: (count += 1), parentOption, type: 'performer', title, typeId, slug }, []),
      )
  }

  return optionsUnder(null, null)
}

interface Entry {
  id: number
  parentOption: number | null
  type: 'category' | 'performer'
  title: string
  typeId: number
  slug: string
}

function option(
  { id, parentOption, type, title, typeId, slug }: Entry,
  inside: WireMenuOption[],
): WireMenuOption {
  return {
    id,
    parent_id: parentOption,
    type,
    title,
    type_id: typeId,
    link: `/${type}/${slug}`,
    slug,
    hasThreeLevelSubMenu: 1 + depthOf(inside) > levels,
    sub_menu: inside,
  }
}

function depthOf(options: readonly WireMenuOption[]): number {
  return options.reduce((deepest, { sub_menu: inside }) => Math.max(deepest, 1 + depthOf(inside)), 0)
}
