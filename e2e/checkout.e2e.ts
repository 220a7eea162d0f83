import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { holdsRoutes } from '@terrace/contracts/holds'
import { listingsRoutes, type WireListing } from '@terrace/contracts/listings'
import { ordersRoutes, type WireOrderDetail } from '@terrace/contracts/orders'
import { ticketsRoutes } from '@terrace/contracts/tickets'
import { fromWireMoney } from '@terrace/contracts/wire-money'
import { formatMoney } from '@terrace/domain/money/money'
import { demoPassword, type Broker } from './api.ts'
import { expect, test as base } from './session-fixtures.ts'
import { startIsolatedServer, type IsolatedServer } from './isolated-server.ts'
import { BankPage, CheckoutPage, ConfirmationPage, PurchasesPage, testCards } from './pages/checkout-page.ts'
import { LoginPage } from './pages/login-page.ts'

/** A separate marketplace where the operator delivers tickets by command. */
const test = base.extend<object, { port: number; server: IsolatedServer }>({
  port: [4184, { scope: 'worker', option: true }],
  server: [
    async ({ port }, provide) => {
      const server = await startIsolatedServer(port, {})
      await provide(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ server }, provide) => provide(server.url),
})

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 3 }

/** Holds two tickets from each of three sellers for one event; the first seller requires attendees. */
async function holdOfThreeSellers(buyer: Broker, server: IsolatedServer): Promise<void> {
  const { event, section, sellers } = await findEventWithThreeSellers(buyer)
  const published = new Array<string>()
  for (const [index, seller] of sellers.entries()) {
    const offer = ['--event', String(event), '--section', section, '--row', String(70 + index)]
    const terms = ['--seller', seller, '--quantity', '2', '--price', '85.00', '--currency', 'GBP']
    const detailFlags = index === 0 ? ['--identification-details'] : []
    const output = await server.admin('publish', ...offer, ...terms, ...detailFlags)
    published.push(/lst_\w+/.exec(output)?.[0] ?? '')
  }
  await buyer.call(holdsRoutes.place, { body: published.map((listing_id) => ({ listing_id, quantity: 2 })) })
}

/** Finds an upcoming event, a section of its plan and three sellers. */
async function findEventWithThreeSellers(
  buyer: Broker,
): Promise<{ event: number; section: string; sellers: string[] }> {
  const { data: events } = await buyer.call(catalogueRoutes.hotEvents, { body: {} })
  const soon = new Date(Date.now() + 4 * 86_400_000).toISOString()
  const found = new Array<WireListing>()
  for (const { id } of events.filter((event) => event.event_date_local > soon)) {
    found.push(...(await buyer.call(listingsRoutes.feed, { query: { event_id: id } })).data)
    const sellers = [...new Set(found.map(({ seller }) => seller.id))].slice(0, 3)
    const [first] = found
    if (first && sellers.length === 3) return { event: first.event_id, section: first.section, sellers }
  }
  throw new Error('no upcoming event with three sellers')
}

const text = (money: WireOrderDetail['total']) => formatMoney(fromWireMoney(money))

test('[ORDER-01] [ROLE-04] [X-ORDER-01] [X-ORDER-08] [X-ORDER-10] an order of three sellers is started on a laptop, paid on a phone and delivered', async ({
  page,
  browser,
  server,
  baseURL,
  logIn,
  expectAccessibleLayout,
}) => {
  const buyer = await logIn('buyer')
  await holdOfThreeSellers(buyer, server)

  await test.step('on the laptop one passport is entered before the page closes', async () => {
    const checkout = new CheckoutPage(page)
    await checkout.goto()
    await expect(checkout.summary).toContainText('Your order may contain tickets from multiple sellers.')
    await expect(checkout.countdown).toHaveText(/^29:\d\d$/)
    const first = checkout.attendee(1)
    await first.getByLabel('First name').fill('Ada')
    await first.getByLabel('Last name').fill('Lovelace')
    await first.getByLabel('Date of birth').fill('10-12-1990')
    await first.getByLabel('Nationality').selectOption('United Kingdom')
    await first.getByLabel('Document type').selectOption('Passport')
    const saved = checkout.waitUntilSaved('X1234567')
    await first.getByLabel('Document number').fill('X1234567')
    await saved
    await expectAccessibleLayout(page)
    await page.close()
  })

  const context = await browser.newContext({ ...phone, baseURL: baseURL ?? '' })
  const phonePage = await context.newPage()
  const checkout = new CheckoutPage(phonePage)
  const confirmation = new ConfirmationPage(phonePage)
  await test.step('on the phone the rest is entered and paid with a bank challenge', async () => {
    const login = new LoginPage(phonePage)
    await login.goto()
    await login.logIn('buyer', demoPassword)
    await expect(phonePage).toHaveURL('/')
    await checkout.goto()
    await expect(checkout.attendee(1).getByLabel('Document number')).toHaveValue('X1234567')
    const second = checkout.attendee(2)
    await second.getByRole('button', { name: /^Copy from ticket 1/ }).click()
    await expect(second.getByLabel('Nationality')).toHaveValue('GB')
    await second.getByLabel('First name').fill('Byron')
    await second.getByLabel('Date of birth').fill('22-01-1988')
    await second.getByLabel('Document number').fill('Y7654321')
    await checkout.fillCard(testCards.requiresChallenge)
    await expectAccessibleLayout(phonePage)
    await checkout.pay.click()
    await new BankPage(phonePage).approve.click()
    await expect(confirmation.confirmed).toBeVisible()
    await expect(phonePage.getByRole('main')).toContainText('tickets from multiple sellers')
    await expectAccessibleLayout(phonePage)
  })

  const number = await confirmation.orderNumber()
  const { data: orders } = await buyer.call(ordersRoutes.list, { query: { search: number } })
  const orderId = orders[0]?.id ?? ''
  const read = async () => (await buyer.call(ordersRoutes.one, { params: { order_id: orderId } })).data
  const order = await read()
  await test.step('the figures agree: six tickets, three sellers, one total', async () => {
    // 6 × 85.00, and 6 × 4.25 for the service.
    expect(
      [order.total_tickets_price, order.total_service_fee, order.total].map(({ amount }) => amount),
    ).toEqual(['510.00', '25.50', '535.50'])
    expect(new Set(order.lines.map(({ seller }) => seller.id)).size).toBe(3)
    await expect(phonePage.getByRole('main')).toContainText(text(order.total))
    await confirmation.toPurchases.click()
    const open = new PurchasesPage(phonePage).open(number)
    await expect(open).toContainText(text(order.total))
    // Passport numbers are masked except for their end.
    const lineWithAttendees = order.lines.find(({ attendees }) => attendees.length === 2)
    expect(JSON.stringify(lineWithAttendees?.attendees)).toContain('Lovelace')
    expect(JSON.stringify(order)).not.toContain('X1234567')
    await expectAccessibleLayout(phonePage)
  })

  await test.step('the operator delivers a file, which appears without a reload and opens', async () => {
    const { data: invoicePdf } = await buyer.call(ordersRoutes.invoice, { params: { order_id: orderId } })
    const folder = await mkdtemp(join(tmpdir(), `terrace-${randomUUID()}`))
    const file = join(folder, 'tickets.pdf')
    await writeFile(file, Buffer.from(invoicePdf.base64, 'base64'))
    const line = order.lines.find(({ attendees }) => attendees.length > 0)
    await server.admin('deliver', line?.id ?? '', file)
    await rm(folder, { recursive: true })
    await expect(phonePage.getByText(/^tickets\.pdf/)).toBeVisible()
    const fileResponse = phonePage.waitForResponse((response) => response.url().endsWith('/file'))
    const opened = phonePage.waitForEvent('popup')
    await phonePage.getByRole('button', { name: /^Open / }).click()
    const { data: ticket } = ticketsRoutes.file.response.parse(await (await fileResponse).json())
    expect(Buffer.from(ticket.base64, 'base64').toString('latin1')).toMatch(/^%PDF-/)
    await opened
    expect((await read()).lines.find(({ id }) => id === line?.id)).toMatchObject({
      status: 'Fullfilled',
      tickets: [{ downloads: 1 }],
    })
    await expectAccessibleLayout(phonePage)
  })

  await test.step('the invoice opens too', async () => {
    const fileResponse = phonePage.waitForResponse((response) => response.url().endsWith('/invoice'))
    const opened = phonePage.waitForEvent('popup')
    await phonePage.getByRole('button', { name: 'Invoice' }).click()
    expect((await fileResponse).ok()).toBe(true)
    await opened
  })
  await context.close()
})
