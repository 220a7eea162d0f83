import { expect, test } from 'vitest'
import { startWarnings } from './start-warnings.ts'

test('production without trade sites warns that emails carry no links', () => {
  expect(startWarnings({ production: true, tradeOrigins: [] })).toEqual([
    expect.stringContaining('TRADE_ORIGINS is empty'),
  ])
})

test('production with trade sites, and the demo without, give no warnings', () => {
  expect(startWarnings({ production: true, tradeOrigins: ['https://desk.example'] })).toEqual([])
  expect(startWarnings({ production: false, tradeOrigins: [] })).toEqual([])
})
