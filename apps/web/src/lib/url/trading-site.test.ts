import { expect, test } from 'vitest'
import { isTradingSite } from './trading-site.ts'

const trade = 'https://trade.example.com'
const listed = [trade, 'https://eu.example.com']

test.each([
  ['a listed origin, any path of the application', trade, '/', listed, true],
  ['another listed origin', 'https://eu.example.com', '/tickets/a-v-b/7', listed, true],
  ['a listed origin, the quote segment', trade, '/quote/k3J9', listed, false],
  ['a listed origin, the quote segment alone', trade, '/quote', listed, false],
  ['a listed origin, a path that only begins like it', trade, '/quotes/7', listed, true],
  ['a listed origin, the word further on', trade, '/category/quote', listed, true],
  ['an origin that is not listed', 'https://offers.broker.example', '/', listed, false],
  ['the same host by another scheme', 'http://trade.example.com', '/', listed, false],
  ['the same host on another port', 'https://trade.example.com:8443', '/', listed, false],
  ['a host that only ends like it', 'https://nottrade.example.com', '/', listed, false],
  ['no list: any origin', 'https://any.example', '/profile', [], true],
  ['no list: the quote segment', 'https://any.example', '/quote/k3J9/2', [], false],
])('[ROUTE-20] %s', (_, origin, pathname, origins, expected) => {
  expect(isTradingSite({ origin, pathname }, origins)).toBe(expected)
})
