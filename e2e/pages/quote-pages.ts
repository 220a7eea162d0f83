import type { Locator, Page } from '@playwright/test'

/** The dialog in which a broker makes a quote. */
export class QuoteDialog {
  readonly client: Locator
  readonly commission: Locator
  readonly make: Locator
  /** Of the quote that was made. */
  readonly link: Locator
  readonly #ready: Locator

  constructor(page: Page) {
    const dialog = page.getByRole('dialog', { name: /^Quote / })
    this.client = dialog.getByRole('textbox', { name: 'Client', exact: true })
    this.commission = dialog.getByRole('textbox', { name: /^Commission/ })
    this.make = dialog.getByRole('button', { name: 'Make the quote' })
    this.#ready = page.getByRole('dialog', { name: 'The quote is ready' })
    this.link = this.#ready.getByRole('textbox', { name: 'Link for the client' })
  }

  async close(): Promise<void> {
    await this.#ready.getByRole('button', { name: 'Done' }).click()
  }
}

/** The tab "Quotes" of `/profile`, and the quote that is open beside it. */
export class QuotesPage {
  readonly page: Page
  readonly buy: Locator
  readonly holdAndCheckOut: Locator

  constructor(page: Page) {
    this.page = page
    this.buy = page.getByRole('button', { name: 'Buy for the client' })
    this.holdAndCheckOut = page
      .getByRole('dialog', { name: 'Buy for the client' })
      .getByRole('button', { name: /^Hold .* and check out$/ })
  }

  async goto(): Promise<void> {
    await this.page.goto('/profile?tab=quotes')
  }

  row(client: string): Locator {
    return this.page
      .getByRole('main')
      .getByRole('link', { name: new RegExp(client) })
      .first()
  }
}

/** What a client sees at the link of a quote. */
export class ClientPage {
  readonly page: Page
  readonly accept: Locator
  readonly name: Locator
  readonly email: Locator
  readonly confirm: Locator
  readonly gone: Locator

  constructor(page: Page) {
    this.page = page
    this.accept = page.getByRole('button', { name: /^Accept/ }).first()
    this.name = page.getByRole('textbox', { name: 'Your name' })
    this.email = page.getByRole('textbox', { name: 'Email' })
    this.confirm = page.getByRole('button', { name: 'Confirm and accept' })
    this.gone = page.getByText('No longer available', { exact: true })
  }

  /** What may stand in the place of an offer that is gone. */
  get alternatives(): Locator {
    return this.page.getByRole('list', { name: /^In place of/ }).getByRole('checkbox')
  }

  says(heading: string): Locator {
    return this.page.getByRole('heading', { name: heading })
  }
}
