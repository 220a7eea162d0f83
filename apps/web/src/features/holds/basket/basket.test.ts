import { fromWireMoney } from '@terrace/contracts/wire-money'
import { expect, test } from 'vitest'
import { gbp } from '#web/test/factories.ts'
import { wireHold } from '#web/test/stock-factories.ts'
import { allInLineText } from './all-in-line.ts'
import { basketOf } from './basket.ts'

const soon = '2031-02-01T12:05:00.000Z'
const late = '2031-02-01T12:20:00.000Z'

test('[X-CHECKOUT-09] totals are price and fee times quantity, summed over lines', () => {
  const basket = basketOf([
    wireHold({ quantity: 3, price: gbp('33.33'), service_fee: gbp('1.67') }),
    wireHold({ hold_id: 'hld_2', quantity: 1, price: gbp('10.00'), service_fee: gbp('0.50') }),
  ])
  expect(basket.tickets).toBe(4)
  expect(basket.totals).toEqual([
    {
      tickets: fromWireMoney(gbp('109.99')),
      fee: fromWireMoney(gbp('5.51')),
      total: fromWireMoney(gbp('115.50')),
    },
  ])
})

test('the basket expires with the earliest hold that can expire', () => {
  expect(basketOf([wireHold({ expires_at: late }), wireHold({ expires_at: soon })]).expiresAt).toBe(soon)
  const paying = wireHold({ state: 'paying', expires_at: soon })
  expect(basketOf([paying, wireHold({ expires_at: late })])).toMatchObject({
    expiresAt: late,
    isPaying: true,
  })
  expect(basketOf([paying]).expiresAt).toBeNull()
})

test('each seller counts once, and currencies are never added together', () => {
  const basket = basketOf([
    wireHold(),
    wireHold(),
    wireHold({
      price: { amount: '5.00', currency: 'EUR' },
      service_fee: { amount: '0.25', currency: 'EUR' },
    }),
  ])
  expect(basket.sellers).toEqual(['Northgate Tickets'])
  expect(basket.totals.map(({ total }) => total.currency)).toEqual(['GBP', 'EUR'])
})

test.each([
  [4, null, '4 tickets · All-in £497.72 (£124.43\u00A0each)'],
  [4, '130.00', '4 tickets · All-in £497.72 (£124.43\u00A0each, was £130.00)'],
  [1, '130.00', '1 ticket · All-in £124.43, was £130.00'],
])('a line of %i tickets has the all-in price in total and per ticket', (quantity, previous, text) => {
  const before = previous === null ? null : fromWireMoney(gbp(previous))
  expect(allInLineText(quantity, fromWireMoney(gbp('124.43')), before)).toBe(text)
})
