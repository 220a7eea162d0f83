import type { catalogueRoutes, WireContent, WireMenuOption } from '@terrace/contracts/catalogue'
import type { BodyInputOf } from '@terrace/contracts/route'
import { gbp, wireEvent } from './factories.ts'

export function wireMenuOption(given: Partial<WireMenuOption> = {}): WireMenuOption {
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
    ...given,
  }
}

/** Two sports; below the first two competitions with teams, below the second a competition without. */
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

/** The page of a category with two events. */
export function wireContent(given: Partial<WireContent> = {}): WireContent {
  return {
    type: 'category',
    type_id: 2,
    title: 'Premier League',
    slug: 'premier-league',
    trail: [{ type: 'category', type_id: 1, title: 'Football', slug: 'football' }],
    event_count: 2,
    ticket_count: 824,
    min_price: gbp('1085.00'),
    months: [{ month: '2031-03', event_count: 2, ticket_count: 824 }],
    categories: [],
    teams: [],
    events: [wireEvent(), wireEvent({ id: 18, title: 'Chelsea v Everton', slug: 'chelsea-v-everton' })],
    ...given,
  }
}

/** The page of the entry of {@link wireMenu} that a content call asks for, by its number or its slug. */
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
  const { title = '', slug: own = slug ?? '' } = found ?? {}
  return wireContent({ title, slug: own, type: type === 'performer' ? 'performer' : 'category' })
}
