import { expect, test } from 'vitest'
import { parseQuoteUrl } from './quote-url.ts'

test.each([
  ['/quote/k3J9_x-1', { slug: 'k3J9_x-1', offerId: null, quotePath: '/quote/k3J9_x-1' }],
  ['/quote/k3J9/off_7', { slug: 'k3J9', offerId: 'off_7', quotePath: '/quote/k3J9' }],
  ['/quote/k3J9/off_7/', { slug: 'k3J9', offerId: 'off_7', quotePath: '/quote/k3J9' }],
])('[X-QUOTE-10] [X-QUOTE-12] on a trade site %s opens a quote or one of its offers', (path, quoteUrl) => {
  expect(parseQuoteUrl(path)).toEqual(quoteUrl)
})

test.each([
  ['/k3J9_x-1', { slug: 'k3J9_x-1', offerId: null, quotePath: '/k3J9_x-1' }],
  ['/k3J9/off_7', { slug: 'k3J9', offerId: 'off_7', quotePath: '/k3J9' }],
])('[ROUTE-18] [X-QUOTE-11] on another origin %s opens a quote or one of its offers', (path, quoteUrl) => {
  expect(parseQuoteUrl(path)).toEqual(quoteUrl)
})

test.each(['/', '/quote', '/quote/', '/quote/a/b/c', '/a/b/c', '/quote/a%20b', '/quote/a/b.c', '/%E2%82%AC'])(
  '[ROUTE-19] %s is not a quote link',
  (path) => {
    expect(parseQuoteUrl(path)).toBeNull()
  },
)
