import { holdsRoutes } from '@terrace/contracts/holds'
import { quotesRoutes } from '@terrace/contracts/quotes'
import { expect, type Locator, type Page } from '@playwright/test'
import { HomePage, SearchPage } from '../../e2e/pages/home-page.ts'
import type { Actions } from './actions.ts'
import { clientName, type Stock } from './stock.ts'

/** What a broker does all day (issue 15), with the most actions it may take. Each starts on the home page. */
export interface Job {
  name: string
  limit: number
  /** Opens the home page with what the job is about; not counted. */
  start: (page: Page, stock: Stock) => Promise<void>
  byKeyboard: (actions: Actions, stock: Stock) => Promise<void>
  byMouse: (actions: Actions, stock: Stock) => Promise<void>
  /** Waits until the page shows the result. */
  showsResult: (page: Page, stock: Stock) => Promise<void>
  /** Compares the result with the server’s data; throws if it is wrong. */
  check: (stock: Stock) => Promise<void>
}

const rows = (page: Page): Locator =>
  page.getByRole('grid', { name: 'Listings' }).getByRole('row', { name: /per ticket$/ })

const goHome = async (page: Page): Promise<void> => {
  const home = new HomePage(page)
  await home.goto()
  await home.hot.waitFor()
}

const wanted = 'arsenal home 4 under 150'

const findAndHold: Job = {
  name: 'find Arsenal’s next home game and hold 4 under £150',
  limit: 5,
  start: goHome,
  async byKeyboard(actions) {
    await actions.press('Control+k')
    await actions.type(wanted)
    await actions.press('Enter')
    // Of the listings for four or more, the first that sells four.
    await expect(rows(actions.page).and(actions.page.locator(':focus'))).toBeVisible()
    await actions.press('h')
  },
  async byMouse(actions) {
    const { page } = actions
    await actions.click(new HomePage(page).search)
    await expect(new SearchPage(page).field).toBeFocused()
    await actions.type(wanted)
    // A broker sees that the search understood the price before clicking.
    await page.getByRole('search').getByText('Up to 150 all-in').waitFor()
    await actions.click(
      new SearchPage(page).results.filter({ hasText: 'Arsenal vs' }).first().getByRole('link'),
    )
    await actions.click(
      rows(page)
        .getByRole('button', { name: /^Hold 4 tickets/ })
        .first(),
    )
  },
  async showsResult(page) {
    await expect(page.getByRole('region', { name: 'Basket' })).toContainText('4 tickets')
  },
  async check({ broker, homeGame }) {
    const { data } = await broker.call(holdsRoutes.list)
    expect(data.map(({ event, quantity }) => [event.id, quantity])).toEqual([[homeGame.id, 4]])
    expect(Number(data[0]?.price.amount) * 1.05).toBeLessThan(150)
  },
}

const typedClient = clientName.slice(0, 5)
const clientField = (page: Page): Locator => page.getByRole('combobox', { name: 'Client', exact: true })

const quoteOptions: Job = {
  name: 'quote three options in EUR at the default commission to a known client',
  limit: 6,
  start: goHome,
  async byKeyboard(actions) {
    await actions.press('Control+k')
    await actions.type('arsenal home')
    await actions.press('Enter')
    await expect(rows(actions.page).first()).toBeFocused()
    await actions.press('Shift+ArrowDown', 'Shift+ArrowDown', 'q')
    await expect(clientField(actions.page)).toBeFocused()
    await actions.type(typedClient)
    // Chooses the highlighted client and creates the quote.
    await actions.page.getByRole('option', { name: clientName }).waitFor()
    await actions.press('Control+Enter')
  },
  async byMouse(actions) {
    const { page } = actions
    await actions.click(new HomePage(page).hot.getByRole('link').first())
    for (const index of [0, 1, 2]) await actions.click(rows(page).nth(index).getByRole('checkbox'))
    await actions.click(
      page.getByRole('region', { name: 'Basket' }).getByRole('button', { name: 'Quote', exact: true }),
    )
    await expect(clientField(page)).toBeFocused()
    // The full name of a known client chooses it.
    await actions.type(clientName)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('img', { name: 'In your client book' }).waitFor()
    await actions.click(dialog.getByRole('button', { name: 'Create quote' }))
  },
  async showsResult(page) {
    await page.getByRole('dialog', { name: 'Quote ready' }).waitFor()
  },
  async check({ broker }) {
    const { data: quotes } = await broker.call(quotesRoutes.list, { query: {} })
    const { data: quote } = await broker.call(quotesRoutes.one, { params: { quote_id: quotes[0]?.id ?? '' } })
    expect([quote.client_name, quote.currency, quote.offer_choice]).toEqual([clientName, 'EUR', 'one'])
    expect([Number(quote.commission_amount), quote.offers.length]).toEqual([10, 3])
  },
}

const releasePart: Job = {
  name: 'see everything held and release a part of it',
  limit: 4,
  async start(page, { broker, divisible }) {
    const items = divisible.slice(0, 5).map(({ id }) => ({ listing_id: id, quantity: 2 }))
    await broker.call(holdsRoutes.place, { body: items })
    await goHome(page)
  },
  async byKeyboard(actions) {
    await actions.press('x')
    await expect(oneOfTwo(actions.page, 'Release tickets').nth(1)).toBeFocused()
    await actions.press('ArrowLeft', 'Tab', 'Enter')
  },
  async byMouse(actions) {
    const { page } = actions
    await actions.click(page.getByRole('banner').getByRole('button', { name: /^Open basket/ }))
    await actions.click(page.getByRole('dialog', { name: 'Basket' }).getByText('1', { exact: true }).first())
    await actions.click(page.getByRole('button', { name: /^Release 1 ticket/ }).first())
  },
  async showsResult(page) {
    await page
      .getByText(/^Releasing/)
      .first()
      .waitFor()
  },
  async check({ broker }) {
    const { data } = await broker.call(holdsRoutes.list)
    expect(data.map(({ quantity }) => quantity)).toEqual([2, 2, 2, 2, 2])
    expect(data.flatMap(({ releasing }) => releasing?.quantity ?? [])).toEqual([1])
  },
}

const oneOfTwo = (page: Page, dialog: string): Locator =>
  page.getByRole('dialog', { name: dialog }).getByRole('radio')

const findFallen: Job = {
  name: 'find a tracked listing again whose price fell',
  limit: 2,
  start: goHome,
  async byKeyboard(actions) {
    await actions.press('Control+k')
    await actions.type('price down')
    await actions.press('Enter')
  },
  async byMouse(actions) {
    await actions.click(actions.page.getByRole('link', { name: /^View listing/ }).first())
  },
  async showsResult(page, { fallen }) {
    await expect(page.locator(`[data-listing="${fallen.listing.id}"]`)).toBeFocused()
  },
  async check() {},
}

export const jobs: readonly Job[] = [findAndHold, quoteOptions, releasePart, findFallen]
