import type { Locator, Page } from '@playwright/test'

/** A quote link as the client sees it. */
export class ClientQuotePage {
  readonly heading: Locator
  readonly panel: Locator
  readonly unavailable: Locator
  readonly acceptButton: Locator
  readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.heading = page.getByRole('heading', { level: 1 })
    this.panel = page.getByRole('region', { name: 'Your response' })
    this.unavailable = page.getByText('No longer available', { exact: true })
    this.acceptButton = page.getByRole('button', { name: /^Accept th/ }).last()
  }

  /** The heading of the response or of the order. */
  panelHeading(text: string): Locator {
    return this.page.getByRole('heading', { name: text })
  }

  /** The checkbox of the offer in this block. */
  offer(section: string): Locator {
    return this.page.getByRole('checkbox', { name: new RegExp(`^${RegExp.escape(section)}\\b`) }).first()
  }

  /** Alternatives to all unavailable offers. */
  get alternatives(): Locator {
    return this.page.getByRole('list', { name: /^Alternatives to/ }).getByRole('checkbox')
  }

  /** Alternatives to the unavailable offer in this block. */
  alternativesTo(section: string): Locator {
    return this.page
      .getByRole('list', { name: new RegExp(`^Alternatives to ${RegExp.escape(section)}\\b`) })
      .getByRole('checkbox')
  }

  async accept(name: string, email: string): Promise<void> {
    await this.acceptButton.click()
    await this.panel.getByLabel('Your name').fill(name)
    await this.panel.getByLabel('Email').fill(email)
    await this.panel.getByRole('button', { name: 'Confirm and accept' }).click()
  }
}
