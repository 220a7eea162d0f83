import { ordersRoutes } from '@terrace/contracts/orders'
import { workspaceRoutes } from '@terrace/contracts/workspace'
import { formatMoney, money } from '@terrace/domain/money/money'
import { demoPassword } from './api.ts'
import { expect, test } from './session-fixtures.ts'
import { findOffer } from './event-listings.ts'
import { CheckoutPage, ConfirmationPage, PurchasesPage, testCards } from './pages/checkout-page.ts'
import { EventPage } from './pages/event-page.ts'
import { HomePage, SearchPage } from './pages/home-page.ts'
import { LoginPage } from './pages/login-page.ts'
import { Shell } from './pages/shell.ts'

test('[ROUTE-01] [ROUTE-06] [ROUTE-07] [ROUTE-08] [ROUTE-09] [ROUTE-11] [X-CONST-03] [X-HOLD-05] [CHECKOUT-08] a broker finds an event, holds two tickets, pays by card and gets an order', async ({
  page,
  broker,
  pageErrors,
  expectAccessibleLayout,
}) => {
  pageErrors.expected.push(/status of 422/)
  const buyer = await broker('buyer')
  const offer = await findOffer(
    buyer,
    // Some quantity below the stock is not for sale; otherwise the test proves nothing.
    ({ splits, available }) => splits.includes(2) && splits.length < available && splits.length <= 4,
  )
  const { event, listing } = offer
  const before = await buyer.call(workspaceRoutes.counts)

  await test.step('log in after a wrong password', async () => {
    const login = new LoginPage(page)
    await login.goto()
    await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
    await login.logIn('buyer', 'not the password')
    await expect(login.error).toBeVisible()
    await expect(login.username).toHaveValue('buyer')
    await expectAccessibleLayout(page)
    await login.logIn('buyer', demoPassword)
    await expect(page).toHaveURL('/')
  })

  await test.step('home shows the hottest and the newest events', async () => {
    const home = new HomePage(page)
    await expect(home.hot.getByRole('listitem').first()).toBeVisible()
    await expect(home.newest.getByRole('listitem').first()).toBeVisible()
  })

  await test.step('search by part of a team’s name', async () => {
    const part = (event.performers[0]?.name ?? event.title).slice(0, -1)
    await new HomePage(page).search.click()
    const search = new SearchPage(page)
    await search.field.fill(part)
    await expect(search.count).toContainText(part)
    await search.field.fill(event.title.toLowerCase())
    await expect(search.count).toContainText(event.title.toLowerCase())
    const found = search.results.getByRole('link', { name: event.title }).first()
    await expect(found).toBeVisible()
    await found.click()
    await expect(page).toHaveURL(`/tickets/${event.slug}/${event.id}`)
  })

  await test.step('listings are sorted by price and offer only allowed quantities; hold two', async () => {
    const eventPage = new EventPage(page)
    await expect(eventPage.heading).toHaveText(event.title)
    await expect(eventPage.rows.nth(2)).toBeVisible()
    const prices = await eventPage.visiblePrices()
    expect(prices).toEqual(prices.toSorted((left, right) => left - right))
    const row = eventPage.row(listing)
    await expect(row.quantities.getByRole('radio')).toHaveCount(listing.splits.length)
    for (const split of listing.splits) {
      await expect(row.quantities.getByRole('radio', { name: String(split), exact: true })).toBeAttached()
    }
    await row.placeHold(2)
  })

  const price = Math.round(Number(listing.proceed_price.amount) * 100)
  const fee = Math.round(price * 0.05)
  const sums = { tickets: 2 * price, fee: 2 * fee, total: 2 * (price + fee) }
  const text = (minor: number) => formatMoney(money(minor, listing.proceed_price.currency))

  await test.step('the basket counts down from thirty minutes and survives a reload', async () => {
    const { basket } = new Shell(page)
    await expect(basket.bar).toContainText('1 listing')
    await expect(basket.countdown).toHaveText(/^(30:00|29:\d\d)$/)
    await page.reload()
    await expect(basket.countdown).toHaveText(/^29:\d\d$/)
    await expect(basket.checkout).toContainText(text(sums.total))
    await basket.checkout.click()
    await expect(page).toHaveURL('/checkout')
  })

  const checkout = new CheckoutPage(page)
  await test.step('a declined card shows why, charges nothing and keeps the tickets', async () => {
    await expect(checkout.countdown).toHaveText(/^29:\d\d$/)
    await expect(checkout.summary).toContainText(text(sums.tickets))
    await expect(checkout.summary).toContainText(text(sums.fee))
    await expect(checkout.summary).toContainText(text(sums.total))
    await checkout.fillContact({ email: 'desk@broker.example', phone: '2079460123' })
    await checkout.fillCard(testCards.declined)
    await expectAccessibleLayout(page)
    await checkout.pay.click()
    await expect(checkout.problem).toContainText('declined')
    await expect(checkout.problem).toContainText('your tickets are still held')
    await expect(checkout.email).toHaveValue('desk@broker.example')
    await expectAccessibleLayout(page)
  })

  const confirmation = new ConfirmationPage(page)
  await test.step('a valid card confirms the order', async () => {
    await checkout.fillCard(testCards.valid)
    await checkout.pay.click()
    await expect(confirmation.confirmed).toBeVisible()
    await expect(page).toHaveURL(/\/checkout\/confirm\?attempt=/)
    await expectAccessibleLayout(page)
  })

  await test.step('purchases show the order with the right totals, and the menu counts it', async () => {
    const number = await confirmation.orderNumber()
    await new Shell(page).choose('Purchases')
    await expect(page).toHaveURL(/\/profile\?tab=purchases/)
    const purchases = new PurchasesPage(page)
    await expect(purchases.order(number)).toContainText(text(sums.total))
    await purchases.order(number).click()
    const order = purchases.open(number)
    await expect(order).toContainText(event.title)
    await expect(order).toContainText(text(sums.tickets))
    await expect(order).toContainText(text(sums.fee))
    await expect(order).toContainText('desk@broker.example')
    await expectAccessibleLayout(page)
    await expect(new Shell(page).account).toContainText(
      String(before.data.order_count + before.data.quote_count + 1),
    )
    const { data } = await buyer.call(ordersRoutes.list)
    expect(data[0]).toMatchObject({ number, ticket_quantity: 2, status: 'Confirmed' })
  })
})
