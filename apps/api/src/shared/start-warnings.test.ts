import { expect, test } from 'vitest'
import { startWarnings } from './start-warnings.ts'

test('production without trade sites is told that no letter will carry a link', () => {
  expect(startWarnings({ production: true, tradeOrigins: [] })).toEqual([
    expect.stringContaining('TRADE_ORIGINS is empty'),
  ])
})

test('production with trade sites, and the demo without, are told nothing', () => {
  expect(startWarnings({ production: true, tradeOrigins: ['https://desk.example'] })).toEqual([])
  expect(startWarnings({ production: false, tradeOrigins: [] })).toEqual([])
})
