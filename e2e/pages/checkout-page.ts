import type { FrameLocator, Locator, Page } from '@playwright/test'

/** Published test numbers of the payment provider, by what comes of them. */
export const testCards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  asksTheBank: '4000000000003220',
} as const

/** `/checkout`. */
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

  /** Contact details that are known already are closed, and opened to be changed. */
  async fillContact({ email, phone }: { email: string; phone: string }): Promise<void> {
    await this.page.getByRole('button', { name: 'Change contact' }).click()
    await this.email.fill(email)
    await this.phone.fill(phone)
  }

  /** Who goes in on a ticket of the only line that asks. */
  attendee(ticket: number): Locator {
    return this.page.getByRole('group', { name: new RegExp(`^Ticket ${ticket},`) })
  }

  /** Waits until the server keeps this text, and not only what was typed before it. */
  whenKept(text: string): Promise<unknown> {
    return this.page.waitForResponse(
      (answer) =>
        answer.url().endsWith('/checkout-draft') &&
        answer.ok() &&
        (answer.request().postData() ?? '').includes(text),
    )
  }

  /** Types a card into the provider's own form. */
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

/** The page that plays the buyer's bank (3-D Secure). */
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

/** `/checkout/confirm`. */
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

  /** Waits for the order and answers its number. */
  async orderNumber(): Promise<string> {
    const text = (await this.confirmed.textContent()) ?? ''
    return /^Order (\S+) is confirmed$/.exec(text.trim())?.[1] ?? ''
  }
}

/** `/profile?tab=purchases`. */
export class PurchasesPage {
  readonly orders: Locator
  readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.orders = page.getByRole('main').getByRole('listitem')
  }

  async goto(): Promise<void> {
    await this.page.goto('/profile?tab=purchases')
  }

  order(number: string): Locator {
    return this.page.getByRole('main').getByRole('link', { name: number })
  }

  /** The order that is open beside the list. */
  open(number: string): Locator {
    return this.page.getByRole('region', { name: `Order ${number}` })
  }
}
