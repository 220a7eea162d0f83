import type { catalogueRoutes, WireContent, WireMenuOption } from '@terrace/contracts/catalogue'
import type { BodyInputOf } from '@terrace/contracts/route'
import { gbp, lowestPrices, wireEvent } from './factories.ts'

export function wireMenuOption(overrides: Partial<WireMenuOption> = {}): WireMenuOption {
  return {
    id: 1,
    parent_id: null,
    type: 'category',
    title: 'Football',
    type_id: 1,
    link: '/category/football',
    slug: 'football',
    hasThreeLevelSubMenu: false,
    sub_menu: [],
    ...overrides,
  }
}

/** Two sports: the first with two competitions and their teams, the second with a competition without teams. */
export function wireMenu(): WireMenuOption[] {
  const competition = (id: number, title: string, slug: string, teams: WireMenuOption[] = []) =>
    wireMenuOption({ id, parent_id: 1, title, type_id: id, slug, link: `/category/${slug}`, sub_menu: teams })
  const team = (id: number, parentId: number, title: string, slug: string) =>
    wireMenuOption({
      id,
      parent_id: parentId,
      type: 'performer',
      title,
      type_id: id,
      slug,
      link: `/performer/${slug}`,
    })
  return [
    wireMenuOption({
      sub_menu: [
        competition(2, 'Premier League', 'premier-league', [
          team(21, 2, 'Arsenal', 'arsenal'),
          team(22, 2, 'Brighton & Hove', 'brighton-hove'),
        ]),
        competition(3, 'La Liga', 'la-liga', [team(31, 3, 'Barcelona', 'barcelona')]),
      ],
    }),
    wireMenuOption({
      id: 5,
      title: 'Motorsport',
      type_id: 5,
      slug: 'motorsport',
      link: '/category/motorsport',
      sub_menu: [competition(6, 'Formula 1', 'formula-1')],
    }),
  ]
}

/** A category page with two events. */
export function wireContent(overrides: Partial<WireContent> = {}): WireContent {
  const { min_price: minPrice = gbp('1085.00') } = overrides
  return {
    type: 'category',
    type_id: 2,
    title: 'Premier League',
    slug: 'premier-league',
    art: { pattern: 'pitch', colours: null },
    breadcrumbs: [{ type: 'category', type_id: 1, title: 'Football', slug: 'football' }],
    event_count: 2,
    ticket_count: 824,
    ...lowestPrices(minPrice),
    months: [{ month: '2031-03', event_count: 2, ticket_count: 824 }],
    categories: [],
    teams: [],
    events: [wireEvent(), wireEvent({ id: 18, title: 'Chelsea v Everton', slug: 'chelsea-v-everton' })],
    ...overrides,
  }
}

/** The page of a {@link wireMenu} entry, requested by id or slug. */
export function wireContentOf({
  type,
  type_id: id,
  slug,
}: BodyInputOf<typeof catalogueRoutes.content>): WireContent {
  const all = (options: WireMenuOption[]): WireMenuOption[] =>
    options.flatMap((option) => [option, ...all(option.sub_menu)])
  const found = all(wireMenu()).find(
    (option) => option.type === type && (id === undefined ? option.slug === slug : option.type_id === id),
  )
  const { title = '', slug: ownSlug = slug ?? '' } = found ?? {}
  return wireContent({ title, slug: ownSlug, type: type === 'performer' ? 'performer' : 'category' })
}
