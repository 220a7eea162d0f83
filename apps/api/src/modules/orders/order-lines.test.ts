import { afterAll, beforeAll, expect, test } from 'vitest'
import { buyOrder } from '#api/test/fixtures/bought-order.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'

let market: Marketplace
beforeAll(async () => {
  market = await buildMarketplace()
})
afterAll(() => market.close())

test('[ORDER-01] order lines are sorted by seller, then section and row', async () => {
  const seat = (section: string, row: string, seller?: string) => ({
    listing: { section, row },
    ...(seller !== undefined && { seller }),
  })
  const { order } = await buyOrder(market, {
    lines: [
      seat('Block 10', '2'),
      seat('Block 9', '12'),
      seat('Block 9', '3'),
      seat('Block 8', '1', 'Zenith Seats'),
      seat('Block 9', '1', 'Abbey Tickets'),
    ],
  })
  expect(order.lines.map(({ seller, section, row }) => [seller.name, section, row])).toEqual([
    ['Abbey Tickets', 'Block 9', '1'],
    ['Kop Stock', 'Block 9', '3'],
    ['Kop Stock', 'Block 9', '12'],
    ['Kop Stock', 'Block 10', '2'],
    ['Zenith Seats', 'Block 8', '1'],
  ])
})
