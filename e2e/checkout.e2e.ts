import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { holdsRoutes } from '@terrace/contracts/holds'
import { listingsRoutes, type WireListing } from '@terrace/contracts/listings'
import { ordersRoutes, type WireOrderWhole } from '@terrace/contracts/orders'
import { ticketsRoutes } from '@terrace/contracts/tickets'
import { fromWireMoney } from '@terrace/contracts/wire-money'
import { formatMoney } from '@terrace/domain/money'
import { demoPassword, type Broker } from './api.ts'
import { expect, test as base } from './journey.ts'
import { startOwnServer, type OwnServer } from './own-server.ts'
import { BankPage, CheckoutPage, ConfirmationPage, PurchasesPage, testCards } from './pages/checkout-page.ts'
import { LoginPage } from './pages/login-page.ts'

/** A marketplace whose operator delivers, by commands on its own data. */
const test = base.extend<object, { port: number; server: OwnServer }>({
  port: [4184, { scope: 'worker', option: true }],
  server: [
    async ({ port }, provide) => {
      const server = await startOwnServer(port, {})
      await provide(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ server }, provide) => provide(server.url),
})

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 3 }

/** Two tickets of each of three sellers for one event are held; the first seller asks who goes in. */
async function holdOfThreeSellers(buyer: Broker, server: OwnServer): Promise<void> {
  const { event, section, sellers } = await findStage(buyer)
  const published = new Array<string>()
  for (const [index, seller] of sellers.entries()) {
    const offer = ['--event', String(event), '--section', section, '--row', String(70 + index)]
    const terms = ['--seller', seller, '--quantity', '2', '--price', '85.00', '--currency', 'GBP']
    const asks = index === 0 ? ['--identification-details'] : []
    const said = await server.admin('publish', ...offer, ...terms, ...asks)
    published.push(/lst_\w+/.exec(said)?.[0] ?? '')
  }
  await buyer.call(holdsRoutes.place, { body: published.map((listing_id) => ({ listing_id, quantity: 2 })) })
}

/** An event ahead, a block of its plan, and three sellers. */
async function findStage(buyer: Broker): Promise<{ event: number; section: string; sellers: string[] }> {
  const { data: events } = await buyer.call(catalogueRoutes.hotEvents, { body: {} })
  const soon = new Date(Date.now() + 4 * 86_400_000).toISOString()
  const found = new Array<WireListing>()
  for (const { id } of events.filter((event) => event.event_date_local > soon)) {
    found.push(...(await buyer.call(listingsRoutes.feed, { query: { event_id: id } })).data)
    const sellers = [...new Set(found.map(({ seller }) => seller.id))].slice(0, 3)
    const [first] = found
    if (first && sellers.length === 3) return { event: first.event_id, section: first.section, sellers }
  }
  throw new Error('there are no three sellers among the events ahead')
}

const text = (money: WireOrderWhole['total']) => formatMoney(fromWireMoney(money))

test('[ORDER-01] [ROLE-04] [X-ORDER-01] [X-ORDER-08] [X-ORDER-10] of three sellers in one order: begun on a laptop, finished on a phone with the bank’s question, delivered, and opened', async ({
  page,
  browser,
  server,
  baseURL,
  signIn,
  expectSound,
}) => {
  const buyer = await signIn('buyer')
  await holdOfThreeSellers(buyer, server)

  await test.step('on the laptop one passport is typed, and the page is closed in the middle', async () => {
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
    const kept = checkout.whenKept('X1234567')
    await first.getByLabel('Document number').fill('X1234567')
    await kept
    await expectSound(page)
    await page.close()
  })

  const context = await browser.newContext({ ...phone, baseURL: baseURL ?? '' })
  const small = await context.newPage()
  const checkout = new CheckoutPage(small)
  const confirmation = new ConfirmationPage(small)
  await test.step('on the phone the rest is filled in and paid, with the bank’s question between', async () => {
    const login = new LoginPage(small)
    await login.goto()
    await login.logIn('buyer', demoPassword)
    await expect(small).toHaveURL('/')
    await checkout.goto()
    await expect(checkout.attendee(1).getByLabel('Document number')).toHaveValue('X1234567')
    const second = checkout.attendee(2)
    await second.getByRole('button', { name: /^Copy from ticket 1/ }).click()
    await expect(second.getByLabel('Nationality')).toHaveValue('GB')
    await second.getByLabel('First name').fill('Byron')
    await second.getByLabel('Date of birth').fill('22-01-1988')
    await second.getByLabel('Document number').fill('Y7654321')
    await checkout.fillCard(testCards.asksTheBank)
    await expectSound(small)
    await checkout.pay.click()
    await new BankPage(small).approve.click()
    await expect(confirmation.confirmed).toBeVisible()
    await expect(small.getByRole('main')).toContainText('tickets from multiple sellers')
    await expectSound(small)
  })

  const number = await confirmation.orderNumber()
  const { data: orders } = await buyer.call(ordersRoutes.list, { query: { search: number } })
  const orderId = orders[0]?.id ?? ''
  const read = async () => (await buyer.call(ordersRoutes.one, { params: { order_id: orderId } })).data
  const order = await read()
  await test.step('the figures agree: six tickets, three sellers, one sum', async () => {
    // 6 × 85.00, and 6 × 4.25 for the service.
    expect(
      [order.total_tickets_price, order.total_service_fee, order.total].map(({ amount }) => amount),
    ).toEqual(['510.00', '25.50', '535.50'])
    expect(new Set(order.lines.map(({ seller }) => seller.id)).size).toBe(3)
    await expect(small.getByRole('main')).toContainText(text(order.total))
    await confirmation.toPurchases.click()
    const open = new PurchasesPage(small).open(number)
    await expect(open).toContainText(text(order.total))
    // Of a passport only its end is shown.
    const asked = order.lines.find(({ attendees }) => attendees.length === 2)
    expect(JSON.stringify(asked?.attendees)).toContain('Lovelace')
    expect(JSON.stringify(order)).not.toContain('X1234567')
    await expectSound(small)
  })

  await test.step('the operator delivers a file, which shows without a reload and opens', async () => {
    const { data: paper } = await buyer.call(ordersRoutes.invoice, { params: { order_id: orderId } })
    const folder = await mkdtemp(join(tmpdir(), `terrace-${randomUUID()}`))
    const file = join(folder, 'tickets.pdf')
    await writeFile(file, Buffer.from(paper.base64, 'base64'))
    const line = order.lines.find(({ attendees }) => attendees.length > 0)
    await server.admin('deliver', line?.id ?? '', file)
    await rm(folder, { recursive: true })
    await expect(small.getByText(/^tickets\.pdf/)).toBeVisible()
    const answered = small.waitForResponse((answer) => answer.url().endsWith('/file'))
    const opened = small.waitForEvent('popup')
    await small.getByRole('button', { name: /^Open / }).click()
    const { data: ticket } = ticketsRoutes.file.response.parse(await (await answered).json())
    expect(Buffer.from(ticket.base64, 'base64').toString('latin1')).toMatch(/^%PDF-/)
    await opened
    expect((await read()).lines.find(({ id }) => id === line?.id)).toMatchObject({
      status: 'Fullfilled',
      tickets: [{ downloads: 1 }],
    })
    await expectSound(small)
  })

  await test.step('the invoice opens as well', async () => {
    const answered = small.waitForResponse((answer) => answer.url().endsWith('/invoice'))
    const opened = small.waitForEvent('popup')
    await small.getByRole('button', { name: 'Invoice' }).click()
    expect((await answered).ok()).toBe(true)
    await opened
  })
  await context.close()
})
