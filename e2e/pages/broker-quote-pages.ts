import type { Locator, Page } from '@playwright/test'

/** The dialog in which a broker creates a quote. */
export class QuoteDialog {
  readonly #client: Locator
  readonly commission: Locator
  readonly create: Locator
  /** Link of the new quote. */
  readonly link: Locator
  readonly #ready: Locator

  constructor(page: Page) {
    const dialog = page.getByRole('dialog', { name: /^Quote / })
    this.#client = dialog.getByRole('combobox', { name: 'Client', exact: true })
    this.commission = dialog.getByRole('textbox', { name: /^Commission/ })
    this.create = dialog.getByRole('button', { name: 'Create quote' })
    this.#ready = page.getByRole('dialog', { name: 'Quote ready' })
    this.link = this.#ready.getByRole('textbox', { name: 'Link for the client' })
  }

  /** Types a client's name and leaves the field, which closes its suggestions; they cover the rest of the form. */
  async nameClient(name: string): Promise<void> {
    await this.#client.fill(name)
    await this.#client.press('Tab')
  }

  async close(): Promise<void> {
    await this.#ready.getByRole('button', { name: 'Done' }).click()
  }
}

/** The tab "Quotes" of `/profile` with the open quote next to the list. */
export class QuotesTab {
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

  /** A row of the table, or a card on a phone. */
  row(client: string): Locator {
    const main = this.page.getByRole('main')
    return main
      .getByRole('row')
      .or(main.getByRole('listitem'))
      .filter({ has: this.page.getByRole('link', { name: new RegExp(client) }) })
      .first()
  }
}
