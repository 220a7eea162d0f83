import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Caller } from '#api/test/harness/build-test-app.ts'
import { buildDiscoveryFixture, discoveryNow } from '#api/test/fixtures/discovery-fixture.ts'
import { createTestClock } from '#api/test/harness/test-clock.ts'
import { changeMenu, outlineMenu, resetMenuEntry } from './change-menu.ts'

const clock = createTestClock(discoveryNow)
let fixture: Awaited<ReturnType<typeof buildDiscoveryFixture>>
let buyer: Caller
beforeAll(async () => {
  fixture = await buildDiscoveryFixture(clock)
  buyer = await fixture.addBuyer()
})
beforeEach(() => sql`delete from menu_overrides`.execute(fixture.db))
afterAll(() => fixture.close())

const menu = async () => (await buyer.call(catalogueRoutes.menu)).data.data['{product}_menu']

test('[API-11] [MENU-04] [MENU-05] [X-CAT-01] the menu shows the operator’s order, titles and placements', async () => {
  const eventId = await fixture.idOf('Arsenal vs Chelsea')
  await changeMenu(fixture, { target: 'category/bundesliga', position: 1, title: 'German football' })
  await changeMenu(fixture, { target: `event/${eventId}`, parent: 'top', title: 'London derby' })
  await changeMenu(fixture, {
    target: 'venue/emirates-stadium',
    parent: 'category/premier-league',
    position: 1,
  })
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

test('a change keeps the entry’s other changes, and a reset removes them all', async () => {
  await changeMenu(fixture, { target: 'category/bundesliga', title: 'German football' })
  await changeMenu(fixture, { target: 'category/bundesliga', position: 1 })
  expect((await menu())[0]?.sub_menu[0]?.title).toBe('German football')
  await changeMenu(fixture, { target: 'category/bundesliga', isHidden: true })
  expect((await menu())[0]?.sub_menu.map(({ title }) => title)).toEqual(['Premier League'])
  await changeMenu(fixture, { target: 'category/bundesliga', isHidden: false })
  expect((await menu())[0]?.sub_menu[0]?.title).toBe('German football')
  expect(await resetMenuEntry(fixture, 'category/bundesliga')).toEqual({
    title: 'Bundesliga',
    wasChanged: true,
  })
  expect((await resetMenuEntry(fixture, 'category/bundesliga')).wasChanged).toBe(false)
  expect((await menu())[0]?.sub_menu.map(({ title }) => title)).toEqual(['Premier League', 'Bundesliga'])
})

test('[MENU-07] a fourth level sets the flag', async () => {
  await changeMenu(fixture, { target: 'category/bundesliga', parent: 'category/premier-league' })
  const [football] = await menu()
  expect([football?.hasThreeLevelSubMenu, football?.sub_menu[0]?.hasThreeLevelSubMenu]).toEqual([true, false])
})

test.each([
  [{ target: 'category/curling' }, 'menu.target_not_found'],
  [{ target: 'football' }, 'menu.target_not_found'],
  [{ target: 'event/999999', parent: 'top' }, 'menu.target_not_found'],
  [{ target: 'category/football', title: '  ' }, 'input.invalid'],
  [{ target: 'category/football', title: 'x'.repeat(81) }, 'input.invalid'],
  [{ target: 'category/football', position: 0 }, 'input.invalid'],
  [{ target: 'category/football', position: 1.5 }, 'input.invalid'],
  [{ target: 'category/football', parent: 'performer/arsenal' }, 'input.invalid'],
  [{ target: 'category/football', parent: 'category/football' }, 'menu.loop'],
  [{ target: 'category/football', parent: 'category/bundesliga' }, 'menu.loop'],
  [{ target: 'venue/emirates-stadium', title: 'Emirates' }, 'input.invalid'],
])('%j is rejected with %s, and nothing is stored', async (change, code) => {
  await expect(changeMenu(fixture, change)).rejects.toMatchObject({ code })
  const { rows } = await sql`select 1 from menu_overrides`.execute(fixture.db)
  expect(rows).toEqual([])
})

test('of two concurrent moves that would form a loop, one is rejected', async () => {
  const move = (target: string, parent: string) =>
    changeMenu(fixture, { target: `category/${target}`, parent: `category/${parent}` })
  const done = await Promise.allSettled([
    move('bundesliga', 'premier-league'),
    move('premier-league', 'bundesliga'),
  ])
  expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(done.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'menu.loop' } })
})

test('the outline names each entry in the format the commands accept', async () => {
  await changeMenu(fixture, { target: `event/${await fixture.idOf('Arsenal vs Chelsea')}`, parent: 'top' })
  const lines = (await outlineMenu({ db: fixture.db, clock })).split('\n')
  expect(lines[0]).toBe('Football  category/football')
  expect(lines[1]).toBe('  Premier League  category/premier-league')
  expect(lines[2]).toBe('    Arsenal  performer/arsenal')
  expect(lines.at(-1)).toMatch(/^Arsenal vs Chelsea {2}event\/\d+$/)
})
