import { expect, test } from 'vitest'
import { wireMenu, wireMenuOption } from '#web/test/menu-factories.ts'
import { activeTrail, foldedBelow, megaMenuLink, mobileMenuLink } from './menu-links.ts'

const event = wireMenuOption({ type: 'Event', title: 'Köln v Bayern', type_id: 7, slug: 'other' })
const team = wireMenuOption({ type: 'performer', title: 'Brighton & Hove', type_id: 9, slug: 'brighton' })

test('[MENU-04] [MENU-05] the mega menu leads to an event’s listings, and elsewhere by type and slug', () => {
  expect(megaMenuLink(event)).toBe('/tickets/koln-v-bayern/7')
  expect(megaMenuLink(team)).toBe('/performer/brighton')
})

test('[MOBILE-07] [MOBILE-08] the mobile menu leads by slugified type and title, an event with its number', () => {
  expect(mobileMenuLink(event)).toBe('/event/koln-v-bayern/7')
  expect(mobileMenuLink(team)).toBe('/performer/brighton-and-hove')
})

test.each([
  ['/category/anything/2', ['Football', 'Premier League']],
  ['/category/premier-league', ['Football', 'Premier League']],
  ['/performer/brighton-hove', ['Football', 'Premier League', 'Brighton & Hove']],
  ['/performer/brighton-and-hove', ['Football', 'Premier League', 'Brighton & Hove']],
  ['/category/football', ['Football']],
  ['/category/football/77', []],
  ['/performer/premier-league', []],
  ['/category', []],
  ['/', []],
])('[MOBILE-09] [MOBILE-10] %s is about %j', (path, titles) => {
  expect(activeTrail(wireMenu(), path).map(({ title }) => title)).toEqual(titles)
})

test('what lies below the third level folds into one list, in its order', () => {
  const [football] = wireMenu()
  expect(football && foldedBelow(football).map(({ title }) => title)).toEqual([
    'Premier League',
    'Arsenal',
    'Brighton & Hove',
    'La Liga',
    'Barcelona',
  ])
})
