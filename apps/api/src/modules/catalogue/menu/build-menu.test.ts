import type { WireMenuOption } from '@terrace/contracts/catalogue'
import { expect, test } from 'vitest'
import { buildMenu, type MenuOverride, type MenuRows } from './build-menu.ts'

const category = (id: number, parentId: number | null, name: string, hasEvents = false) => ({
  id,
  parentId,
  name,
  slug: name.toLowerCase().replaceAll(' ', '-'),
  hasEvents,
})
const team = (id: number, categoryId: number, name: string) => ({
  id,
  categoryId,
  name,
  slug: name.toLowerCase(),
})

const rows: MenuRows = {
  categories: [
    category(1, null, 'Football'),
    category(2, 1, 'Premier League', true),
    category(3, 1, 'Empty League'),
    category(4, null, 'Motorsport'),
    category(5, 4, 'Formula 1', true),
    category(6, null, 'Ice hockey'),
  ],
  performers: [team(9, 2, 'Wolves'), team(8, 2, 'arsenal'), team(7, 2, 'Éverton')],
  overrides: [],
}

const outline = (options: readonly WireMenuOption[]): unknown[] =>
  options.map(({ title, sub_menu: inside }) => (inside.length === 0 ? title : [title, ...outline(inside)]))

test('[MENU-06] an option has every specified field and links to its type and slug', () => {
  const [football] = buildMenu(rows)
  const league = football?.sub_menu[0]
  expect(league).toMatchObject({
    parent_id: football?.id,
    type: 'category',
    title: 'Premier League',
    type_id: 2,
    link: '/category/premier-league',
    slug: 'premier-league',
    hasThreeLevelSubMenu: false,
  })
  expect(league?.sub_menu[0]).toMatchObject({
    parent_id: league?.id,
    type: 'performer',
    type_id: 8,
    sub_menu: [],
  })
})

test('the menu nests sport, competition and teams, without categories lacking upcoming events', () => {
  expect(outline(buildMenu(rows))).toEqual([
    ['Football', ['Premier League', 'arsenal', 'Éverton', 'Wolves']],
    ['Motorsport', 'Formula 1'],
  ])
})

test('every option has a unique id, even a team in two competitions', () => {
  const twice = { ...rows, performers: [team(8, 2, 'Arsenal'), team(8, 5, 'Arsenal')] }
  const ids: number[] = []
  const collect = (options: readonly WireMenuOption[]) =>
    options.forEach(({ id, sub_menu: inside }) => {
      ids.push(id)
      collect(inside)
    })
  collect(buildMenu(twice))
  expect(new Set(ids).size).toBe(ids.length)
})

test('[MENU-07] the flag is set only where nesting exceeds three levels', () => {
  const flags = (options: readonly WireMenuOption[]): unknown[] =>
    options.map(({ hasThreeLevelSubMenu: flag, sub_menu: inside }) => [flag, ...flags(inside)])
  expect(
    flags(
      buildMenu({
        categories: rows.categories.slice(0, 2),
        performers: rows.performers.slice(0, 1),
        overrides: [],
      }),
    ),
  ).toEqual([[false, [false, [false]]]])
  const deeper = {
    categories: [
      category(1, null, 'Football'),
      category(2, 1, 'England'),
      category(3, 2, 'Premier League', true),
    ],
    performers: [team(8, 3, 'Arsenal')],
    overrides: [],
  }
  expect(flags(buildMenu(deeper))).toEqual([[true, [false, [false, [false]]]]])
})

const override = (given: Partial<MenuOverride> & Pick<MenuOverride, 'type' | 'typeId'>): MenuOverride => ({
  name: 'Own name',
  slug: 'own-name',
  title: null,
  position: null,
  isHidden: false,
  isPlaced: false,
  parentCategoryId: null,
  ...given,
})
const overridden = (...overrides: MenuOverride[]) => outline(buildMenu({ ...rows, overrides }))

test('entries with a position come first, in order; the others keep their order', () => {
  expect(
    overridden(
      override({ type: 'category', typeId: 4, position: 1 }),
      override({ type: 'performer', typeId: 9, position: 2 }),
      override({ type: 'performer', typeId: 7, position: 1 }),
    ),
  ).toEqual([
    ['Motorsport', 'Formula 1'],
    ['Football', ['Premier League', 'Éverton', 'Wolves', 'arsenal']],
  ])
})

test('a retitled entry keeps its link; a hidden entry disappears with its children', () => {
  const menu = buildMenu({
    ...rows,
    overrides: [
      override({ type: 'category', typeId: 4, title: 'Racing' }),
      override({ type: 'category', typeId: 2, isHidden: true }),
    ],
  })
  expect(outline(menu)).toEqual([['Racing', 'Formula 1']])
  expect(menu[0]).toMatchObject({ slug: 'motorsport', link: '/category/motorsport' })
})

test('[MENU-04] [X-CAT-01] a moved entry appears only in its new place, and an event links to its listings', () => {
  const final = override({ type: 'event', typeId: 815, name: 'The Final', slug: 'the-final', isPlaced: true })
  const menu = buildMenu({
    ...rows,
    overrides: [
      { ...final, position: 1 },
      override({ type: 'category', typeId: 5, isPlaced: true, position: 2, name: 'Formula 1' }),
      override({ type: 'performer', typeId: 8, isPlaced: true, parentCategoryId: 1, name: 'arsenal' }),
    ],
  })
  expect(outline(menu)).toEqual([
    'The Final',
    'Formula 1',
    ['Football', ['Premier League', 'Éverton', 'Wolves'], 'arsenal'],
  ])
  expect(menu[0]).toMatchObject({ type: 'event', type_id: 815, link: '/tickets/the-final/815' })
})

test('categories moved below each other are omitted instead of recursing', () => {
  const below = (typeId: number, parentCategoryId: number) =>
    override({ type: 'category', typeId, isPlaced: true, parentCategoryId })
  expect(overridden(below(1, 2), below(2, 1))).toEqual([['Motorsport', 'Formula 1']])
})
