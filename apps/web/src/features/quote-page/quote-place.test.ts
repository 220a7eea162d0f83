import { expect, test } from 'vitest'
import { readQuotePlace } from './quote-place.ts'

test.each([
  ['/quote/k3J9_x-1', { slug: 'k3J9_x-1', offerId: null, whole: '/quote/k3J9_x-1' }],
  ['/quote/k3J9/off_7', { slug: 'k3J9', offerId: 'off_7', whole: '/quote/k3J9' }],
  ['/quote/k3J9/off_7/', { slug: 'k3J9', offerId: 'off_7', whole: '/quote/k3J9' }],
])('[X-QUOTE-10] [X-QUOTE-12] on a trade site %s opens a quote, and one offer of it', (address, place) => {
  expect(readQuotePlace(address)).toEqual(place)
})

test.each([
  ['/k3J9_x-1', { slug: 'k3J9_x-1', offerId: null, whole: '/k3J9_x-1' }],
  ['/k3J9/off_7', { slug: 'k3J9', offerId: 'off_7', whole: '/k3J9' }],
])('[ROUTE-18] [X-QUOTE-11] on another origin %s does', (address, place) => {
  expect(readQuotePlace(address)).toEqual(place)
})

test.each(['/', '/quote', '/quote/', '/quote/a/b/c', '/a/b/c', '/quote/a%20b', '/quote/a/b.c', '/%E2%82%AC'])(
  '[ROUTE-19] %s is no quote link',
  (address) => {
    expect(readQuotePlace(address)).toBeNull()
  },
)
