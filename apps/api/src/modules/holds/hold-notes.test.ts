import { holdsRoutes } from '@terrace/contracts/holds'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expireHold } from '#api/test/fixtures/expire-hold.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'

let market: Marketplace
beforeAll(async () => {
  market = await buildMarketplace()
})
afterAll(() => market.close())

const change = (by: Caller, holdId: string, internal_note?: string) =>
  by.call(holdsRoutes.changeNote, {
    params: { hold_id: holdId },
    body: internal_note === undefined ? {} : { internal_note },
  })

test('the whole team reads and changes the note on a hold', async () => {
  const buyer = await market.addBuyer()
  const colleague = await market.addBuyer({ teamId: buyer.teamId })
  const { hold_id } = await market.hold(buyer, await market.list(), 2)
  expect((await change(colleague, hold_id, ' For Ada ')).data.data).toEqual({
    hold_id,
    internal_note: 'For Ada',
  })
  expect((await buyer.call(holdsRoutes.list)).data.data).toMatchObject([{ internal_note: 'For Ada' }])
  await change(buyer, hold_id)
  expect((await buyer.call(holdsRoutes.list)).data.data).toMatchObject([{ internal_note: null }])
})

test('a note on an ended hold, another team’s or too long is rejected', async () => {
  const [buyer, other] = [await market.addBuyer(), await market.addBuyer()]
  const { hold_id } = await market.hold(buyer, await market.list(), 2)
  expect((await change(other, hold_id, 'Mine')).error.code).toBe('hold.not_found')
  const tooLong = await change(buyer, hold_id, 'x'.repeat(2001))
  expect([tooLong.status, Object.keys(Object(tooLong.error.errors['fields']))]).toEqual([
    422,
    ['internal_note'],
  ])
  await expireHold(market.db, hold_id)
  expect((await change(buyer, hold_id, 'Late')).status).toBe(404)
})

test('a note that a colleague changed since is not overwritten, and is named', async () => {
  const buyer = await market.addBuyer()
  const { hold_id } = await market.hold(buyer, await market.list(), 2)
  const save = (internal_note: string, seen: string | null) =>
    buyer.call(holdsRoutes.changeNote, {
      params: { hold_id },
      body: { internal_note, expected: { internal_note: seen } },
    })
  expect((await save('For Ada', null)).status).toBe(200)
  const late = await save('For Grace', null)
  expect([late.status, late.error.code]).toEqual([409, 'details.changed'])
  expect(late.error.errors['current']).toEqual({ internal_note: 'For Ada' })
  expect((await save('For Grace', 'For Ada')).data.data.internal_note).toBe('For Grace')
})
