import { expect, test } from 'vitest'
import { wireMenu, wireMenuOption } from '#web/test/menu-factories.ts'
import { findActivePath, flattenDescendants, megaMenuLink, mobileMenuLink } from './menu-links.ts'

const event = wireMenuOption({ type: 'Event', title: 'Köln v Bayern', type_id: 7, slug: 'other' })
const team = wireMenuOption({ type: 'performer', title: 'Brighton & Hove', type_id: 9, slug: 'brighton' })

test('[MENU-04] [MENU-05] the mega menu links events to their listings and others by type and slug', () => {
  expect(megaMenuLink(event)).toBe('/tickets/koln-v-bayern/7')
  expect(megaMenuLink(team)).toBe('/performer/brighton')
})

test('[MOBILE-07] [MOBILE-08] the mobile menu links by slugified type and title, events with their id', () => {
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
])('[MOBILE-09] [MOBILE-10] %s has the active path %j', (path, titles) => {
  expect(findActivePath(wireMenu(), path).map(({ title }) => title)).toEqual(titles)
})

test('levels below the third fold into one list in order', () => {
  const [football] = wireMenu()
  expect(football && flattenDescendants(football).map(({ title }) => title)).toEqual([
    'Premier League',
    'Arsenal',
    'Brighton & Hove',
    'La Liga',
    'Barcelona',
  ])
})
