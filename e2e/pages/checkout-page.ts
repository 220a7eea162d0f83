import type { FrameLocator, Locator, Page } from '@playwright/test'

/** Published test card numbers of the payment gateway by outcome. */
export const testCards = {
  valid: '4242424242424242',
  declined: '4000000000000002',
  requiresChallenge: '4000000000003220',
} as const

export class CheckoutPage {
  readonly email: Locator
  readonly phone: Locator
  readonly summary: Locator
  readonly pay: Locator
  readonly problem: Locator
  readonly countdown: Locator
  readonly page: Page
  readonly #card: FrameLocator

  constructor(page: Page) {
    this.page = page
    const form = page.getByRole('form', { name: 'Checkout' })
    this.email = form.getByRole('textbox', { name: 'Email address' })
    this.phone = form.getByRole('textbox', { name: 'Phone number' })
    this.summary = form.getByRole('region', { name: 'Summary' })
    this.pay = form.getByRole('button', { name: /^Pay/ })
    this.problem = form.getByRole('alert')
    this.countdown = page.getByRole('banner').getByRole('timer', { name: 'Time left to check out' })
    this.#card = page.getByTitle('Card details').contentFrame()
  }

  async goto(): Promise<void> {
    await this.page.goto('/checkout')
  }

  /** Opens the closed contact step before it fills it in. */
  async fillContact({ email, phone }: { email: string; phone: string }): Promise<void> {
    await this.page.getByRole('button', { name: 'Change contact' }).click()
    await this.email.fill(email)
    await this.phone.fill(phone)
  }

  /** Attendee fields of a ticket on the only line with attendee requirements. */
  attendee(ticket: number): Locator {
    return this.page.getByRole('group', { name: new RegExp(`^Ticket ${ticket},`) })
  }

  /** Waits until the server has saved a draft with exactly this text. */
  waitUntilSaved(text: string): Promise<unknown> {
    return this.page.waitForResponse(
      (response) =>
        response.url().endsWith('/checkout-draft') &&
        response.ok() &&
        (response.request().postData() ?? '').includes(text),
    )
  }

  /** Enters a card in the gateway’s frame. */
  async fillCard(number: string): Promise<void> {
    await this.#card.getByLabel('Card number').fill(number)
    await this.#card.getByLabel('Expiry').fill('12 / 40')
    await this.#card.getByLabel('CVC').fill('123')
  }

  async cancelPurchase(): Promise<void> {
    await this.page.getByRole('banner').getByRole('button', { name: 'Cancel purchase' }).click()
    await this.page.getByRole('alertdialog').getByRole('button', { name: 'Cancel purchase' }).click()
  }
}

/** The simulated bank page (3-D Secure). */
export class BankPage {
  readonly approve: Locator
  readonly fail: Locator
  readonly main: Locator

  constructor(page: Page) {
    this.main = page.getByRole('main')
    this.approve = this.main.getByRole('button', { name: 'Approve' })
    this.fail = this.main.getByRole('button', { name: 'Fail' })
  }
}

export class ConfirmationPage {
  readonly confirmed: Locator
  readonly heading: Locator
  readonly toPurchases: Locator

  constructor(page: Page) {
    const main = page.getByRole('main')
    this.heading = main.getByRole('heading', { level: 1 })
    this.confirmed = main.getByRole('heading', { name: /^Order .+ is confirmed$/ })
    this.toPurchases = main.getByRole('link', { name: 'Go to Purchases' })
  }

  /** Waits for the order and returns its number. */
  async orderNumber(): Promise<string> {
    const text = (await this.confirmed.textContent()) ?? ''
    return /^Order (\S+) is confirmed$/.exec(text.trim())?.[1] ?? ''
  }
}

export class PurchasesPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async goto(): Promise<void> {
    await this.page.goto('/profile?tab=purchases')
  }

  /** The row of the order, on a phone its card. */
  order(number: string): Locator {
    const main = this.page.getByRole('main')
    return main
      .locator('[role=row], li')
      .filter({ has: this.page.getByRole('link', { name: number, exact: true }) })
  }

  /** The open order next to the list. */
  open(number: string): Locator {
    return this.page.getByRole('region', { name: `Order ${number}` })
  }
}
