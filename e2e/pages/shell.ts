import { expect, type Locator, type Page } from '@playwright/test'
import { Keyboard } from '../keyboard.ts'

/** What stands around every screen: search, the user's menu, the basket. */
export class Shell {
  readonly account: Locator
  readonly basket: Basket
  readonly main: Locator
  readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.main = page.getByRole('main')
    this.account = page.getByRole('banner').getByRole('button', { name: /Your account/ })
    this.basket = new Basket(page)
  }

  /** Chooses an entry of the user's menu. */
  async choose(entry: 'My account' | 'Purchases' | 'Logout'): Promise<void> {
    await this.account.click()
    await this.page.getByRole('menuitem', { name: entry }).click()
  }

  /** The last entry of the user's menu, without a mouse. */
  async logOutByKeyboard(): Promise<void> {
    await new Keyboard(this.page).press(this.account)
    // A menu that is drawn hears no key before it has the focus.
    await expect(this.page.getByRole('menuitem').first()).toBeFocused()
    await this.page.keyboard.press('End')
    await expect(this.page.getByRole('menuitem', { name: 'Logout' })).toBeFocused()
    await this.page.keyboard.press('Enter')
    await expect(this.page).toHaveURL('/login')
  }
}

/** The bar at the foot: what is selected and held, for how long, and the way on. */
class Basket {
  readonly bar: Locator
  /** Holds all that is selected. */
  readonly hold: Locator
  /** Everything line by line, with what stands in the way of holding it. */
  readonly dialog: Locator
  readonly repair: Locator
  readonly countdown: Locator
  readonly checkout: Locator
  readonly quote: Locator
  readonly release: ReleaseDialog
  readonly #open: Locator

  constructor(page: Page) {
    this.bar = page.getByRole('region', { name: 'Basket' })
    this.hold = this.bar.getByRole('button', { name: /^Hold \d+ tickets?$/ })
    this.dialog = page.getByRole('dialog', { name: 'Basket' })
    this.repair = this.dialog.getByRole('button', { name: 'Repair all and hold' })
    this.countdown = this.bar.getByRole('timer', { name: 'Time left to check out' })
    this.checkout = this.bar.getByRole('link', { name: /^Checkout/ })
    this.quote = this.bar.getByRole('button', { name: 'Quote' })
    this.#open = this.bar.getByRole('button', { name: 'Release' })
    this.release = new ReleaseDialog(page)
  }

  async openRelease(): Promise<void> {
    await this.#open.click()
  }
}

class ReleaseDialog {
  readonly dialog: Locator
  readonly lines: Locator
  readonly all: Locator

  constructor(page: Page) {
    this.dialog = page.getByRole('dialog', { name: 'Release tickets' })
    this.lines = this.dialog.getByRole('listitem')
    this.all = this.dialog.getByRole('button', { name: 'Release all' })
  }

  /** Gives back so many of the one listing that is held. */
  async part(quantity: number): Promise<void> {
    // The radio's own box is not drawn; what is pressed is its number.
    await this.lines.getByRole('radiogroup').getByText(String(quantity), { exact: true }).click()
    await this.lines.getByRole('button', { name: new RegExp(`^Release ${quantity} `) }).click()
  }
}
