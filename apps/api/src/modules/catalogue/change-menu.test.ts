import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Caller } from '#api/test/build-test-app.ts'
import { buildDiscoveryMarket, discoveryNow } from '#api/test/discovery-market.ts'
import { createTestClock } from '#api/test/test-clock.ts'
import { changeMenu, outlineMenu, resetMenuEntry } from './change-menu.ts'

const clock = createTestClock(discoveryNow)
let market: Awaited<ReturnType<typeof buildDiscoveryMarket>>
let buyer: Caller
beforeAll(async () => {
  market = await buildDiscoveryMarket(clock)
  buyer = await market.addBuyer()
})
beforeEach(() => sql`delete from menu_overrides`.execute(market.db))
afterAll(() => market.close())

const menu = async () => (await buyer.call(catalogueRoutes.menu)).data.data['{product}_menu']

test('[API-11] [MENU-04] [MENU-05] [X-CAT-01] the menu is the tree as the operator has put it', async () => {
  const eventId = await market.idOf('Arsenal vs Chelsea')
  await changeMenu(market, { thing: 'category/bundesliga', position: 1, title: 'German football' })
  await changeMenu(market, { thing: `event/${eventId}`, under: 'top', title: 'London derby' })
  await changeMenu(market, { thing: 'venue/emirates-stadium', under: 'category/premier-league', position: 1 })
  const raw = await buyer.call(catalogueRoutes.menu, { body: {} })
  expect(raw.status).toBe(200)
  const [football, derby] = await menu()
  expect(football?.sub_menu.map(({ title, link }) => [title, link])).toEqual([
    ['German football', '/category/bundesliga'],
    ['Premier League', '/category/premier-league'],
  ])
  expect(football?.sub_menu[1]?.sub_menu.map(({ type, title }) => [type, title])).toEqual([
    ['venue', 'Emirates Stadium'],
    ['performer', 'Arsenal'],
    ['performer', 'Chelsea'],
  ])
  expect(derby).toMatchObject({
    type: 'event',
    title: 'London derby',
    link: `/tickets/arsenal-vs-chelsea/${eventId}`,
  })
  expect(JSON.parse((await buyer.call(catalogueRoutes.menu)).text)).toHaveProperty('data.trade_menu')
  clock.set('2026-12-13T12:00:00Z')
  expect((await menu()).map(({ title }) => title)).toEqual(['Football'])
  clock.set(discoveryNow)
})

test('one change leaves the others of the entry as they were; a reset takes all of them back', async () => {
  await changeMenu(market, { thing: 'category/bundesliga', title: 'German football' })
  await changeMenu(market, { thing: 'category/bundesliga', position: 1 })
  expect((await menu())[0]?.sub_menu[0]?.title).toBe('German football')
  await changeMenu(market, { thing: 'category/bundesliga', isHidden: true })
  expect((await menu())[0]?.sub_menu.map(({ title }) => title)).toEqual(['Premier League'])
  await changeMenu(market, { thing: 'category/bundesliga', isHidden: false })
  expect((await menu())[0]?.sub_menu[0]?.title).toBe('German football')
  expect(await resetMenuEntry(market, 'category/bundesliga')).toEqual({
    title: 'Bundesliga',
    wasChanged: true,
  })
  expect((await resetMenuEntry(market, 'category/bundesliga')).wasChanged).toBe(false)
  expect((await menu())[0]?.sub_menu.map(({ title }) => title)).toEqual(['Premier League', 'Bundesliga'])
})

test('[MENU-07] a fourth level sets the flag', async () => {
  await changeMenu(market, { thing: 'category/bundesliga', under: 'category/premier-league' })
  const [football] = await menu()
  expect([football?.hasThreeLevelSubMenu, football?.sub_menu[0]?.hasThreeLevelSubMenu]).toEqual([true, false])
})

test.each([
  [{ thing: 'category/curling' }, 'thing.unknown'],
  [{ thing: 'football' }, 'thing.unknown'],
  [{ thing: 'event/999999', under: 'top' }, 'thing.unknown'],
  [{ thing: 'category/football', title: '  ' }, 'input.invalid'],
  [{ thing: 'category/football', title: 'x'.repeat(81) }, 'input.invalid'],
  [{ thing: 'category/football', position: 0 }, 'input.invalid'],
  [{ thing: 'category/football', position: 1.5 }, 'input.invalid'],
  [{ thing: 'category/football', under: 'performer/arsenal' }, 'input.invalid'],
  [{ thing: 'category/football', under: 'category/football' }, 'menu.loop'],
  [{ thing: 'category/football', under: 'category/bundesliga' }, 'menu.loop'],
  [{ thing: 'venue/emirates-stadium', title: 'Emirates' }, 'input.invalid'],
])('%j is refused: %s, and nothing is stored', async (change, code) => {
  await expect(changeMenu(market, change)).rejects.toMatchObject({ code })
  const { rows } = await sql`select 1 from menu_overrides`.execute(market.db)
  expect(rows).toEqual([])
})

test('two moves at once that together would make a loop: one of them is refused', async () => {
  const move = (thing: string, under: string) =>
    changeMenu(market, { thing: `category/${thing}`, under: `category/${under}` })
  const done = await Promise.allSettled([
    move('bundesliga', 'premier-league'),
    move('premier-league', 'bundesliga'),
  ])
  expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(done.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'menu.loop' } })
})

test('the outline names each entry as the commands take it', async () => {
  await changeMenu(market, { thing: `event/${await market.idOf('Arsenal vs Chelsea')}`, under: 'top' })
  const lines = (await outlineMenu({ db: market.db, clock })).split('\n')
  expect(lines[0]).toBe('Football  category/football')
  expect(lines[1]).toBe('  Premier League  category/premier-league')
  expect(lines[2]).toBe('    Arsenal  performer/arsenal')
  expect(lines.at(-1)).toMatch(/^Arsenal vs Chelsea {2}event\/\d+$/)
})
