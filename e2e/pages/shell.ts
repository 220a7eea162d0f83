import { expect, type Locator, type Page } from '@playwright/test'
import { Keyboard } from '../keyboard.ts'

/** The frame of every page: search, user menu and basket. */
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

  /** Opens the user menu and selects an entry. */
  async choose(entry: 'My account' | 'Purchases' | 'Logout'): Promise<void> {
    await this.account.click()
    await this.page.getByRole('menuitem', { name: entry }).click()
  }

  /** Selects the last entry of the user menu by keyboard. */
  async logOutByKeyboard(): Promise<void> {
    await new Keyboard(this.page).press(this.account)
    // An open menu ignores keys until it has focus.
    await expect(this.page.getByRole('menuitem').first()).toBeFocused()
    await this.page.keyboard.press('End')
    await expect(this.page.getByRole('menuitem', { name: 'Logout' })).toBeFocused()
    await this.page.keyboard.press('Enter')
    await expect(this.page).toHaveURL('/login')
  }
}

/** Selected and held listings, countdown and next step: in a bar on event pages, in the header elsewhere. */
class Basket {
  readonly bar: Locator
  /** The timer in the header, whose name counts held and selected tickets. */
  readonly inHeader: Locator
  /** Holds all selected listings. */
  readonly hold: Locator
  /** Lists every line with the reason why it can’t be held. */
  readonly dialog: Locator
  readonly fixAndHold: Locator
  readonly countdown: Locator
  readonly checkout: Locator
  readonly quote: Locator
  readonly release: ReleaseDialog
  readonly #open: Locator

  constructor(page: Page) {
    this.bar = page.getByRole('region', { name: 'Basket' })
    this.inHeader = page.getByRole('banner').getByRole('button', { name: /^Open basket/ })
    this.hold = this.bar.getByRole('button', { name: /^Hold \d+ tickets?$/ })
    this.dialog = page.getByRole('dialog', { name: 'Basket' })
    this.fixAndHold = this.dialog.getByRole('button', { name: 'Fix and hold all' })
    this.countdown = this.bar.getByRole('timer', { name: 'Time left to check out' })
    this.checkout = this.bar.getByRole('link', { name: /^Check out/ })
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

  /** Releases this quantity of the only held listing. */
  async releasePart(quantity: number): Promise<void> {
    // The radio itself is hidden; its label is clickable.
    await this.lines.getByRole('radiogroup').getByText(String(quantity), { exact: true }).click()
    await this.lines.getByRole('button', { name: new RegExp(`^Release ${quantity} `) }).click()
  }
}
