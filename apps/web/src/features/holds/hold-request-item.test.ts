import { expect, test } from 'vitest'
import { storeSession } from '#web/lib/http/session.ts'
import { holdRequestItem } from './hold-request-item.ts'

test("an item names its currency only when it differs from the team's currency", () => {
  storeSession('t0ken', { base_currency: 'EUR' })
  expect(holdRequestItem('lst_1', 2, 'EUR')).toEqual({ listing_id: 'lst_1', quantity: 2 })
  expect(holdRequestItem('lst_1', 2, 'GBP')).toEqual({
    listing_id: 'lst_1',
    quantity: 2,
    target_currency: 'GBP',
  })
})

test("without a known team currency, the server's default applies", () => {
  expect(holdRequestItem('lst_1', 2, 'GBP')).toEqual({ listing_id: 'lst_1', quantity: 2 })
})

test('[HOLD-02] an item names its quote; without one the key is absent', () => {
  expect(holdRequestItem('lst_1', 2, undefined, 'qt_1')).toEqual({
    listing_id: 'lst_1',
    quantity: 2,
    quote_ref: 'qt_1',
  })
  expect(holdRequestItem('lst_1', 2, 'GBP')).not.toHaveProperty('quote_ref')
})
