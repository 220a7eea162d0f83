import type { Page } from '@playwright/test'
import type { WireEvent } from '@terrace/contracts/catalogue'
import { listingsRoutes } from '@terrace/contracts/listings'
import { logIn } from '../api.ts'
import { upcomingEvents } from '../event-listings.ts'
import { startIsolatedServer, type IsolatedServer } from '../isolated-server.ts'
import { Keyboard } from '../keyboard.ts'
import { findEmailLink } from '../mail.ts'
import { CheckoutPage, ConfirmationPage, testCards } from '../pages/checkout-page.ts'
import { EventPage } from '../pages/event-page.ts'
import { ImportPages } from '../pages/import-pages.ts'
import { InventoryPage } from '../pages/inventory-page.ts'
import { LoginPage } from '../pages/login-page.ts'
import { SellerApplicationPage } from '../pages/seller-application-page.ts'
import { newUser, SignUpPage } from '../pages/sign-up-page.ts'
import { sellerFile } from './seller-files.ts'
import { expect, test as base } from '../session-fixtures.ts'

/** Approving a seller is an operator's command, so the server is one whose data this test may change. */
const test = base.extend<object, { port: number; server: IsolatedServer }>({
  port: [4185, { scope: 'worker', option: true }],
  server: [
    async ({ port }, provide) => {
      const server = await startIsolatedServer(port, {}, 4000)
      await provide(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  baseURL: async ({ server }, provide) => provide(server.url),
})

const slow = { timeout: 60_000 }

test('by keyboard: a new seller applies, imports five kinds of files, reprices, switches a rule on, sells and undoes', async ({
  page,
  server,
  openPageAs,
  expectAccessibleLayout,
  expectDarkContrast,
}) => {
  test.setTimeout(900_000)
  const keyboard = new Keyboard(page)
  const imports = new ImportPages(page)
  const inventory = new InventoryPage(page)
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const expectAccessible = async () => {
    await expectAccessibleLayout(page)
    await expectDarkContrast(page)
  }
  const { event, section } = await findMatch(server.url)

  await test.step('signs up, applies and is approved', async () => {
    const nora = newUser('Nora', 'Quay')
    const signUp = new SignUpPage(page)
    const application = new SellerApplicationPage(page)
    await page.goto('/signup')
    await keyboard.goTo(page.getByRole('radio', { name: /^Buy Tickets/ }))
    await page.keyboard.press('ArrowRight')
    await signUp.fill(nora)
    await signUp.openTerms()
    await signUp.signTerms('Nora Quay')
    await signUp.register()
    await signUp.expectSuccess()
    await page.goto(await findEmailLink(page, nora.email, 'Confirm your email address for Terrace'))
    await keyboard.press(button('Confirm email address'))
    await expect(page.getByText('You can log in now')).toBeVisible()
    await keyboard.press(page.getByRole('link', { name: 'Back to login' }))
    await new LoginPage(page).enter(nora.username, nora.password)
    await expect(application.submit).toBeVisible()
    await expectAccessible()
    await application.fill()
    await application.addDocument(page)
    await keyboard.press(application.submit)
    const state = application.section.getByRole('status').first()
    await expect(state).toContainText('Your application was submitted')
    await expect(state).toBeFocused()
    await expectAccessible()

    const team = /^(tm_\S+)\s+submitted\s.*Nora Quay/m.exec(await server.admin('seller', 'list'))?.[1]
    await server.admin('seller', 'approve', team ?? '', '--exposure', 'none', '--unconfirmed', 'none')
    // The open page learns of it.
    await expect(application.deskLink).toBeVisible(slow)
    await keyboard.press(application.deskLink)
    await expect(page.getByText('No stock for upcoming events')).toBeVisible()
    await expectAccessible()
  })

  /** Uploads a file of a new kind, confirms what its columns mean, and waits for the preview. */
  async function preview(name: string, needsEvent = false): Promise<void> {
    await imports.uploadByKeyboard(name, await sellerFile(name, event, section))
    await expect(imports.saveProfile).toBeVisible(slow)
    await expect(imports.examples).toBeVisible()
    if (needsEvent) {
      await keyboard.type(page.locator('input[role=combobox]'), event.title)
      await expect(page.getByRole('option').first()).toContainText(event.title)
      // A list that is loaded again meanwhile forgets which option was reached.
      await expect(async () => {
        await page.keyboard.press('ArrowDown')
        await page.keyboard.press('Enter')
        await expect(page.getByText('No column names the event')).toBeHidden({ timeout: 2000 })
      }).toPass(slow)
    }
    await expectAccessible()
    await keyboard.press(imports.saveProfile)
    await expect(imports.apply).toBeEnabled(slow)
  }
  async function applyImport(written: number): Promise<void> {
    await keyboard.press(imports.apply)
    await expect(page.getByText(`${written} changes written`, { exact: false })).toBeVisible(slow)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expectAccessible()
  }
  const another = page.getByRole('link', { name: 'Import another file' })

  await test.step('imports files of four systems and decides about a held row', async () => {
    await keyboard.press(page.getByRole('link', { name: 'Import a file' }))
    await expect(page.getByText('Import your stock from a file')).toBeVisible()
    await expectAccessible()
    await preview('automatiq-sync.csv')
    await expect(imports.held.getByText('1 row held')).toBeVisible()
    await keyboard.press(imports.held.getByRole('button', { name: 'Use for 1 row' }))
    await expect(imports.tab('New')).toHaveText('New 3', slow)
    await applyImport(3)
    for (const name of ['gametime.csv', 'scorebig.csv', 'own-export.csv']) {
      await keyboard.press(another)
      await preview(name)
      await applyImport(2)
    }
    await keyboard.press(page.getByRole('link', { name: 'Go to inventory' }))
    await expect(inventory.row({ section, row: 'O2' })).toBeVisible()
  })

  await test.step('lowers the prices of the whole competition by 4 %, but not below the floors', async () => {
    await keyboard.press(button('More filters'))
    await keyboard.type(page.getByRole('combobox', { name: 'Competition' }), 'Prem')
    await expect(page).toHaveURL(/competition=\d+/)
    expect(await page.evaluate<boolean>(placeholderFits), 'the format of a date is not cut').toBe(true)
    await page.keyboard.press('Escape')
    await keyboard.press(inventory.grid.getByRole('checkbox', { name: 'Select all that match' }), 'Space')
    await keyboard.type(page.getByRole('textbox', { name: 'Percent' }), '-4')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Preview: nothing has changed yet' })
    await expect(dialog.getByRole('status')).toContainText('9 listings: 9 change in 1 event')
    await expect(dialog.getByRole('row', { name: /row O1.*£98\.00.*Your floor is used/ })).toBeVisible()
    await expectAccessible()
    await keyboard.press(dialog.getByRole('button', { name: 'Apply 9 changes' }))
    const applied = page.getByRole('dialog', { name: 'Bulk edit applied' })
    await keyboard.press(applied.getByRole('button', { name: 'Done' }))
    await expect(await inventory.cell(inventory.row({ section, row: 'O1' }), 'Price')).toHaveText('£98.00')
    await expect(await inventory.cell(inventory.row({ section, row: 'O2' }), 'Price')).toHaveText('£192.00')
    await expect(inventory.grid.locator(':focus')).toBeVisible()
  })

  await test.step('switches a price rule on after its simulation', async () => {
    await keyboard.press(page.getByRole('link', { name: 'Rules' }))
    await keyboard.press(button('New rule'))
    const editor = page.getByRole('dialog', { name: 'New price rule' })
    await keyboard.type(editor.getByLabel('Name'), 'Stay below the lowest')
    await expectAccessible()
    await keyboard.press(editor.getByRole('button', { name: 'Save and simulate' }))
    const simulation = page.getByRole('dialog', { name: /^Simulation/ })
    await expect(simulation.getByText(/of 9 listings would move/)).toBeVisible(slow)
    await expectAccessible()
    await keyboard.press(simulation.getByRole('button', { name: 'Switch on' }))
    await expect(simulation).toBeHidden()
    await expect(button('Switch off')).toBeVisible()
    await expectAccessible()
  })

  await test.step('sees a buyer’s hold and purchase arrive', async () => {
    await keyboard.press(page.getByRole('link', { name: 'Inventory', exact: true }))
    const row = inventory.row({ section, row: 'O2' })
    await expect(row).toBeVisible()
    const buyer = await openPageAs('buyer')
    const { data: offers } = await buyer.broker.call(listingsRoutes.feed, { query: { event_id: event.id } })
    const offer = offers.find((each) => each.section === section && each.row === 'O2')
    if (!offer) throw new Error('the imported listing is not on sale')
    const theirs = new EventPage(buyer.page)
    await buyer.page.goto(`/tickets/${event.slug}/${event.id}?section=${encodeURIComponent(section)}`)
    await theirs.row(offer).placeHold(2)
    await expect(await inventory.cell(row, 'Held')).toHaveText('2', slow)
    await buy(buyer.page)
    await expect(await inventory.cell(row, 'Sold')).toHaveText('2', slow)
    await expectAccessible()
  })

  await test.step('undoes the import of a fifth kind of file', async () => {
    await keyboard.press(page.getByRole('link', { name: 'Import', exact: true }))
    await preview('tdpos.csv', true)
    await applyImport(2)
    await keyboard.press(button('Undo import'))
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('2 new listings are withdrawn.')).toBeVisible()
    await expectAccessible()
    await keyboard.press(dialog.getByRole('button', { name: 'Undo import' }))
    await expect(page.getByText(/^2 changes undone/)).toBeVisible(slow)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expectAccessible()
  })
})

/** A coming football match with a fixed time, and a section that others sell in. */
async function findMatch(url: string): Promise<{ event: WireEvent; section: string }> {
  const buyer = await logIn(url, 'buyer')
  const event = (await upcomingEvents(buyer)).find(
    ({ time_confirmed: hasTime, category }) => hasTime && category.slug === 'premier-league',
  )
  if (!event) throw new Error('the demo has no coming match')
  const { data } = await buyer.call(listingsRoutes.feed, { query: { event_id: event.id } })
  const [first] = data.filter(({ row }) => row !== '')
  if (!first) throw new Error('nothing is on sale for the match')
  return { event, section: first.section }
}

async function buy(page: Page): Promise<void> {
  const checkout = new CheckoutPage(page)
  await checkout.goto()
  await checkout.fillCard(testCards.valid)
  await checkout.pay.click()
  await expect(new ConfirmationPage(page).confirmed).toBeVisible(slow)
}

/** Whether a date shows all of its placeholder. A string, because this project has no DOM types. */
const placeholderFits = `(() => {
  const input = document.querySelector('[aria-label="Start date"]')
  const { font, paddingLeft, paddingRight } = getComputedStyle(input)
  const canvas = document.createElement('canvas').getContext('2d')
  canvas.font = font
  const room = input.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
  return canvas.measureText(input.placeholder).width <= room
})()`
