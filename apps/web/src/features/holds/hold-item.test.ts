import { expect, test } from 'vitest'
import { storeSession } from '#web/lib/session.ts'
import { holdItem } from './hold-item.ts'

test('an item names its currency only where it is not the team’s own', () => {
  storeSession('t0ken', { base_currency: 'EUR' })
  expect(holdItem('lst_1', 2, 'EUR')).toEqual({ listing_id: 'lst_1', quantity: 2 })
  expect(holdItem('lst_1', 2, 'GBP')).toEqual({ listing_id: 'lst_1', quantity: 2, target_currency: 'GBP' })
})

test('where the own currency is not known, the server’s default stands', () => {
  expect(holdItem('lst_1', 2, 'GBP')).toEqual({ listing_id: 'lst_1', quantity: 2 })
})

test('[HOLD-02] an item names the quote that it is bought for; without one the key is absent', () => {
  expect(holdItem('lst_1', 2, undefined, 'qt_1')).toEqual({
    listing_id: 'lst_1',
    quantity: 2,
    quote_ref: 'qt_1',
  })
  expect(holdItem('lst_1', 2, 'GBP')).not.toHaveProperty('quote_ref')
})
