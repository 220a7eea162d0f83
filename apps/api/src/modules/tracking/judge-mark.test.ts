import { expect, test } from 'vitest'
import { judgeMark, quietMs, type Knowledge } from './judge-mark.ts'
import { defaultSettings, type TrackingSettings } from './mark.ts'

const now = new Date('2026-12-01T12:00:00Z')
const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds)
const known = (given: Partial<Knowledge> = {}): Knowledge => ({
  priceMinor: 10_000,
  stock: 5,
  dropToldAt: null,
  lowToldAt: null,
  ...given,
})

function judge(
  knowledge: Knowledge,
  seen: { priceMinor?: number | null; stock?: number },
  settings: TrackingSettings = defaultSettings,
) {
  return judgeMark(knowledge, { priceMinor: 10_000, stock: 5, ...seen }, settings, now)
}

test.each([
  ['the same price and stock', {}, []],
  ['a lower price', { priceMinor: 9_999 }, ['price_drop']],
  ['a higher price', { priceMinor: 10_001 }, []],
  ['more than a few tickets left', { stock: 3 }, []],
  ['as few tickets as the threshold', { stock: 2 }, ['low_stock']],
  ['fewer', { stock: 1 }, ['low_stock']],
  ['none left, which is gone and not few', { stock: 0 }, []],
  ['both at once', { priceMinor: 9_000, stock: 1 }, ['price_drop', 'low_stock']],
  ['a listing that is gone, at whatever price', { priceMinor: null, stock: 0 }, []],
])('[X-TRACK-01] %s tells %s', (_, seen, alerts) => {
  expect(judge(known(), seen).alerts).toEqual(alerts)
})

test('what was told is not told again, and a further drop is', () => {
  const first = judge(known(), { priceMinor: 9_000, stock: 2 })
  const later = { ...first.knowledge, dropToldAt: ago(quietMs), lowToldAt: ago(quietMs) }
  expect(judge(later, { priceMinor: 9_000, stock: 2 }).alerts).toEqual([])
  expect(judge(later, { priceMinor: 8_999, stock: 1 }).alerts).toEqual(['price_drop'])
})

test('a rise is taken note of without a word: what falls from there is a drop again', () => {
  const { alerts, knowledge } = judge(known({ priceMinor: 9_000, stock: 2 }), { priceMinor: 9_500, stock: 4 })
  expect(alerts).toEqual([])
  expect(knowledge).toMatchObject({ priceMinor: 9_500, stock: 4 })
  expect(judge(knowledge, { priceMinor: 9_400, stock: 2 }).alerts).toEqual(['price_drop', 'low_stock'])
})

test('soon after a word on the listing the next one waits, and what it was compared with stays', () => {
  const told = known({ priceMinor: 9_000, stock: 4, dropToldAt: ago(quietMs - 1), lowToldAt: ago(1000) })
  const { alerts, knowledge, isWaiting } = judge(told, { priceMinor: 8_000, stock: 1 })
  expect([alerts, isWaiting]).toEqual([[], true])
  expect(knowledge).toEqual(told)
  expect(judge(told, { priceMinor: 9_000, stock: 4 }).isWaiting).toBe(false)
})

test('tickets that were all gone and are back as few are told as few', () => {
  const gone = judge(known(), { stock: 0 }).knowledge
  expect(judge(gone, { stock: 1 }).alerts).toEqual(['low_stock'])
})

test('nothing is told, now or later, of what the account does not want to hear', () => {
  const off = { live: false, mail: false }
  const settings = { priceDrop: off, lowStock: { ...off, atMost: 2 } }
  const { alerts, knowledge, isWaiting } = judge(known(), { priceMinor: 9_000, stock: 1 }, settings)
  expect([alerts, isWaiting]).toEqual([[], false])
  // Nor when it is switched on afterwards: only what happens then.
  expect(judge(knowledge, { priceMinor: 9_000, stock: 1 }).alerts).toEqual([])
})

test('the threshold is the account’s own', () => {
  const settings = { ...defaultSettings, lowStock: { live: true, mail: false, atMost: 4 } }
  expect(judge(known(), { stock: 4 }, settings).alerts).toEqual(['low_stock'])
  expect(judge(known({ stock: 4 }), { stock: 3 }, settings).alerts).toEqual([])
})
