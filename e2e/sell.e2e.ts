import { inventoryRoutes } from '@terrace/contracts/inventory'
import { listingsRoutes } from '@terrace/contracts/listings'
import { fromWireMoney, toWireMoney } from '@terrace/contracts/wire-money'
import { formatMoney, money } from '@terrace/domain/money/money'
import { demoPassword, logIn as logInToApi } from './api.ts'
import { upcomingEvents } from './event-listings.ts'
import { EventPage } from './pages/event-page.ts'
import { InventoryPage } from './pages/inventory-page.ts'
import { LoginPage } from './pages/login-page.ts'
import { expect, test } from './session-fixtures.ts'

test(
  'a seller finds a listing and changes its price, and a buyer sees it on the event page',
  { tag: '@once' },
  async ({ page, baseURL, openPageAs, expectOperable }) => {
    const seller = await logInToApi(baseURL ?? '', 'seller')
    const buyer = await openPageAs('buyer')
    const { data: rows } = await seller.call(inventoryRoutes.list, {
      query: { 'status[]': ['published'], per_page: 500 },
    })
    const events = await upcomingEvents(buyer.broker)
    const row = rows.find(
      (each) =>
        each.offered >= 2 &&
        each.floor === null &&
        events.some(({ id }) => id === each.event.id) &&
        rows.filter(({ event, section }) => event.id === each.event.id && section === each.section).length ===
          1,
    )
    const event = events.find(({ id }) => id === row?.event.id)
    if (!row || !event) throw new Error('the seller has no suitable listing')

    const login = new LoginPage(page)
    await page.goto('/')
    await login.logIn('seller', demoPassword)
    const inventory = new InventoryPage(page)
    await expect(inventory.grid).toBeVisible()
    await expectOperable(page)
    await page.goto(`/sell/inventory?event=${row.event.id}`)
    await inventory.search.fill(row.section)
    const found = inventory.row(row)
    await expect(found).toBeVisible()

    const price = money(fromWireMoney(row.price).minor - 100, row.price.currency)
    const cell = await inventory.cell(found, 'Price')
    await cell.click()
    await page.keyboard.press('Enter')
    const field = page.getByRole('textbox', { name: /^Price of/ })
    await field.fill(toWireMoney(price).amount)
    await expect(page.getByText('Buyers see, all-in')).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(cell).toHaveText(formatMoney(price))
    await expect(page.getByText(/Price saved$/)).toBeVisible()

    const seen = async () => {
      const query = { event_id: event.id, 'listing_id[]': [row.id] }
      const { data } = await buyer.broker.call(listingsRoutes.feed, { query })
      return data.find(({ id }) => id === row.id)
    }
    await expect.poll(async () => (await seen())?.original_price.amount).toBe(toWireMoney(price).amount)
    const current = await seen()
    if (!current) throw new Error('the listing is not on sale')
    const theirs = new EventPage(buyer.page)
    await theirs.page.goto(`/tickets/${event.slug}/${event.id}?section=${encodeURIComponent(row.section)}`)
    await expect(theirs.row(current).row).toBeVisible()
  },
)
