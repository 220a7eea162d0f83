import type { WireMenuOption } from '@terrace/contracts/catalogue'
import { expect, test } from 'vitest'
import { buildMenu, type MenuRows } from './build-menu.ts'

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
    category(6, null, 'Nothing on'),
  ],
  performers: [team(9, 2, 'Wolves'), team(8, 2, 'arsenal'), team(7, 2, 'Éverton')],
}

const outline = (options: readonly WireMenuOption[]): unknown[] =>
  options.map(({ title, sub_menu: inside }) => (inside.length === 0 ? title : [title, ...outline(inside)]))

test('[MENU-06] an option carries what the specification lists, and leads to its type and slug', () => {
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

test('sport, competition and team follow each other, teams by name; what has no event to come is left out', () => {
  expect(outline(buildMenu(rows))).toEqual([
    ['Football', ['Premier League', 'arsenal', 'Éverton', 'Wolves']],
    ['Motorsport', 'Formula 1'],
  ])
})

test('every option has a number of its own, though a team stands under two competitions', () => {
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

test('[MENU-07] the flag is true exactly where nesting goes beyond three levels', () => {
  const flags = (options: readonly WireMenuOption[]): unknown[] =>
    options.map(({ hasThreeLevelSubMenu: flag, sub_menu: inside }) => [flag, ...flags(inside)])
  expect(
    flags(buildMenu({ categories: rows.categories.slice(0, 2), performers: rows.performers.slice(0, 1) })),
  ).toEqual([[false, [false, [false]]]])
  const deeper = {
    categories: [
      category(1, null, 'Football'),
      category(2, 1, 'England'),
      category(3, 2, 'Premier League', true),
    ],
    performers: [team(8, 3, 'Arsenal')],
  }
  expect(flags(buildMenu(deeper))).toEqual([[true, [false, [false, [false]]]]])
})
