import { holdsRoutes } from '@terrace/contracts/holds'
import { ordersRoutes } from '@terrace/contracts/orders'
import type { Broker } from './api.ts'
import { expect, test } from './session-fixtures.ts'
import { findOffer, hold, readListing, type Offer } from './event-listings.ts'
import { BankPage, CheckoutPage, ConfirmationPage, testCards } from './pages/checkout-page.ts'

/** Holds two tickets and returns their offer and the current order count. */
async function holdTwoTickets(buyer: Broker): Promise<Offer & { orders: number }> {
  const offer = await findOffer(buyer, ({ splits }) => splits.includes(2))
  await hold(buyer, offer, 2)
  return { ...offer, orders: await countOrders(buyer) }
}

async function countOrders(buyer: Broker): Promise<number> {
  return (await buyer.call(ordersRoutes.list)).meta.total
}

test('a payment with a bank challenge creates one order after approval', async ({
  page,
  logIn,
  expectAccessibleLayout,
}) => {
  const buyer = await logIn('buyer')
  const { orders } = await holdTwoTickets(buyer)
  const checkout = new CheckoutPage(page)
  // The card frame and the bank page follow the colour scheme of the site.
  await page.emulateMedia({ colorScheme: 'dark' })
  await checkout.goto()
  await checkout.fillCard(testCards.requiresChallenge)
  await expectAccessibleLayout(page)
  await checkout.pay.click()
  const bank = new BankPage(page)
  await expect(bank.approve).toBeVisible()
  await expectAccessibleLayout(page)
  await bank.approve.click()
  await expect(new ConfirmationPage(page).confirmed).toBeVisible()
  expect(await countOrders(buyer)).toBe(orders + 1)
})

test(
  'a server that goes away right after the payment does not hide the order',
  { tag: '@once' },
  async ({ page, logIn, pageErrors }) => {
    pageErrors.expected.push(/ERR_CONNECTION_REFUSED/)
    const buyer = await logIn('buyer')
    await holdTwoTickets(buyer)
    let isServerGone = false
    await page.route('**/*', (route) => (isServerGone ? route.abort('connectionrefused') : route.continue()))
    page.on('response', (response) => {
      if (response.url().endsWith('/buyer-checkout')) isServerGone = true
    })
    const checkout = new CheckoutPage(page)
    const confirmationLoaded = page.waitForResponse('**/assets/checkout-confirmation-*.js')
    await checkout.goto()
    await confirmationLoaded
    await checkout.fillCard(testCards.valid)
    await checkout.pay.click()
    await expect.poll(() => isServerGone).toBe(true)
    await expect(page).toHaveURL(/\/checkout\/confirm/)
    isServerGone = false
    await expect(new ConfirmationPage(page).confirmed).toBeVisible()
  },
)

test('a failed bank challenge charges nothing, keeps the holds and allows a retry', async ({
  page,
  logIn,
  expectAccessibleLayout,
}) => {
  const buyer = await logIn('buyer')
  const { orders } = await holdTwoTickets(buyer)
  const checkout = new CheckoutPage(page)
  await checkout.goto()
  await checkout.fillCard(testCards.requiresChallenge)
  await checkout.pay.click()
  await new BankPage(page).fail.click()
  await expect(new ConfirmationPage(page).heading).toHaveText('Your card was declined')
  await expectAccessibleLayout(page)
  const { data: held } = await buyer.call(holdsRoutes.list)
  expect(held).toMatchObject([{ state: 'active', quantity: 2 }])
  expect(await countOrders(buyer)).toBe(orders)
  await page.getByRole('link', { name: 'Back to checkout' }).click()
  await expect(checkout.pay).toBeEnabled()
})

test('[API-24] Cancel purchase releases the tickets and goes home', async ({
  page,
  logIn,
  expectAccessibleLayout,
}) => {
  const buyer = await logIn('buyer')
  const offer = await holdTwoTickets(buyer)
  const checkout = new CheckoutPage(page)
  await checkout.goto()
  await expect(checkout.pay).toBeVisible()
  const released = page.waitForRequest('**/api/tickets/release-multiple-tickets')
  await checkout.cancelPurchase()
  const [item] = (await released).postDataJSON() as unknown[]
  expect(item).toEqual({ hold_id: expect.any(String), quantity: 2 })
  await expect(page).toHaveURL('/')
  expect((await buyer.call(holdsRoutes.list)).data).toEqual([])
  expect((await readListing(buyer, offer))?.available).toBe(offer.listing.available)
  await checkout.goto()
  await expect(page.getByText('No tickets held')).toBeVisible()
  await expectAccessibleLayout(page)
})

test(
  '[CHECKOUT-10] [CHECKOUT-12] [CHECKOUT-13] [CHECKOUT-14] [CHECKOUT-15] a double click on Pay sends one purchase and creates one order',
  { tag: '@once' },
  async ({ page, logIn }) => {
    const buyer = await logIn('buyer')
    const { orders, listing } = await holdTwoTickets(buyer)
    const sent: unknown[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/buyer-checkout')) sent.push(request.postDataJSON())
    })
    const checkout = new CheckoutPage(page)
    await checkout.goto()
    await checkout.fillCard(testCards.valid)
    await checkout.pay.dblclick()
    await expect(new ConfirmationPage(page).confirmed).toBeVisible()
    expect(await countOrders(buyer)).toBe(orders + 1)
    const price = Number(listing.proceed_price.amount)
    expect(sent).toEqual([
      {
        payment_method: 'Card',
        use_existing_card: 0,
        card_token: expect.stringMatching(/^pm_/),
        total_tickets_price: (2 * price).toFixed(2),
        total_service_fee: expect.stringMatching(/^\d+\.\d\d$/),
        email_address: 'buyer@terrace.example',
        contact_number: expect.stringMatching(/^\+44 \d+$/),
        listings_to_buy: [
          {
            listing_id: listing.id,
            hold_id: expect.any(String),
            ticket_price: price.toFixed(2),
            ticket_quantity: 2,
            service_fee: expect.stringMatching(/^\d+\.\d\d$/),
          },
        ],
      },
    ])
  },
)

test(
  '[X-CHECKOUT-02] a lost payment response is retried with the same key and creates one order',
  { tag: '@once' },
  async ({ page, logIn, pageErrors }) => {
    pageErrors.expected.push(/net::ERR_/)
    const buyer = await logIn('buyer')
    const { orders } = await holdTwoTickets(buyer)
    const keys: (string | undefined)[] = []
    await page.route('**/buyer-checkout', async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      if (keys.length > 1) return route.continue()
      // The request reaches the server, but its response is lost.
      await route.fetch()
      return route.abort('connectionreset')
    })
    const checkout = new CheckoutPage(page)
    await checkout.goto()
    await checkout.fillCard(testCards.valid)
    await checkout.pay.click()
    // The text shows at the button, or in place of the page when the update about the sale arrives first.
    await expect(page.getByText(/Checking your payment/)).toBeVisible()
    await expect(new ConfirmationPage(page).confirmed).toBeVisible()
    expect(await countOrders(buyer)).toBe(orders + 1)
    expect(keys).toHaveLength(2)
    expect(keys[0]).toBeTruthy()
    expect(keys[1]).toBe(keys[0])
  },
)
