import { expect, test } from 'vitest'
import { evaluateAlerts, alertCooldownMs, type AlertBaseline } from './evaluate-alerts.ts'
import { defaultSettings, type TrackingSettings } from './tracked-listing.ts'

const now = new Date('2026-12-01T12:00:00Z')
const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds)
const baselineWith = (overrides: Partial<AlertBaseline> = {}): AlertBaseline => ({
  priceMinor: 10_000,
  stock: 5,
  dropNotifiedAt: null,
  lowNotifiedAt: null,
  ...overrides,
})

function evaluate(
  newBaseline: AlertBaseline,
  seen: { priceMinor?: number | null; stock?: number },
  settings: TrackingSettings = defaultSettings,
) {
  return evaluateAlerts(newBaseline, { priceMinor: 10_000, stock: 5, ...seen }, settings, now)
}

test.each([
  ['unchanged price and stock', {}, []],
  ['a lower price', { priceMinor: 9_999 }, ['price_drop']],
  ['a higher price', { priceMinor: 10_001 }, []],
  ['stock above the threshold', { stock: 3 }, []],
  ['stock at the threshold', { stock: 2 }, ['low_stock']],
  ['fewer', { stock: 1 }, ['low_stock']],
  ['no stock, which is unavailable rather than low', { stock: 0 }, []],
  ['lower price and low stock', { priceMinor: 9_000, stock: 1 }, ['price_drop', 'low_stock']],
  ['an unavailable listing at any price', { priceMinor: null, stock: 0 }, []],
])('[X-TRACK-01] %s: alerts %j', (_, seen, alerts) => {
  expect(evaluate(baselineWith(), seen).alerts).toEqual(alerts)
})

test('a reported drop is not repeated, but a further drop is reported', () => {
  const first = evaluate(baselineWith(), { priceMinor: 9_000, stock: 2 })
  const later = {
    ...first.newBaseline,
    dropNotifiedAt: ago(alertCooldownMs),
    lowNotifiedAt: ago(alertCooldownMs),
  }
  expect(evaluate(later, { priceMinor: 9_000, stock: 2 }).alerts).toEqual([])
  expect(evaluate(later, { priceMinor: 8_999, stock: 1 }).alerts).toEqual(['price_drop'])
})

test('a price rise silently moves the baseline, so the next fall is a drop', () => {
  const { alerts, newBaseline } = evaluate(baselineWith({ priceMinor: 9_000, stock: 2 }), {
    priceMinor: 9_500,
    stock: 4,
  })
  expect(alerts).toEqual([])
  expect(newBaseline).toMatchObject({ priceMinor: 9_500, stock: 4 })
  expect(evaluate(newBaseline, { priceMinor: 9_400, stock: 2 }).alerts).toEqual(['price_drop', 'low_stock'])
})

test('within the cool-down the next alert waits and its baseline is kept', () => {
  const notifiedBaseline = baselineWith({
    priceMinor: 9_000,
    stock: 4,
    dropNotifiedAt: ago(alertCooldownMs - 1),
    lowNotifiedAt: ago(1000),
  })
  const { alerts, newBaseline, isPending } = evaluate(notifiedBaseline, { priceMinor: 8_000, stock: 1 })
  expect([alerts, isPending]).toEqual([[], true])
  expect(newBaseline).toEqual(notifiedBaseline)
  expect(evaluate(notifiedBaseline, { priceMinor: 9_000, stock: 4 }).isPending).toBe(false)
})

test('a listing that returns with few tickets is low stock', () => {
  const unavailable = evaluate(baselineWith(), { stock: 0 }).newBaseline
  expect(evaluate(unavailable, { stock: 1 }).alerts).toEqual(['low_stock'])
})

test('disabled alerts are neither sent nor kept pending', () => {
  const noChannels = { live: false, mail: false }
  const settings = { priceDrop: noChannels, lowStock: { ...noChannels, threshold: 2 } }
  const { alerts, newBaseline, isPending } = evaluate(
    baselineWith(),
    { priceMinor: 9_000, stock: 1 },
    settings,
  )
  expect([alerts, isPending]).toEqual([[], false])
  // Switching it on later doesn't report past changes.
  expect(evaluate(newBaseline, { priceMinor: 9_000, stock: 1 }).alerts).toEqual([])
})

test('the threshold comes from the account’s settings', () => {
  const settings = { ...defaultSettings, lowStock: { live: true, mail: false, threshold: 4 } }
  expect(evaluate(baselineWith(), { stock: 4 }, settings).alerts).toEqual(['low_stock'])
  expect(evaluate(baselineWith({ stock: 4 }), { stock: 3 }, settings).alerts).toEqual([])
})
