import type { Locator, Page } from '@playwright/test'

/** A quote link as the client opens it. */
export class QuotePage {
  readonly heading: Locator
  readonly panel: Locator
  readonly gone: Locator
  readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.heading = page.getByRole('heading', { level: 1 })
    this.panel = page.getByRole('region', { name: 'Your answer' })
    this.gone = page.getByText('No longer available', { exact: true })
  }

  /** The box that chooses an offer of this block. */
  offer(section: string): Locator {
    return this.page.getByRole('checkbox', { name: new RegExp(`^${RegExp.escape(section)}\\b`) }).first()
  }

  /** What may be chosen in place of an offer that is gone. */
  insteadOf(section: string): Locator {
    return this.page
      .getByRole('list', { name: new RegExp(`^In place of ${RegExp.escape(section)}\\b`) })
      .getByRole('checkbox')
  }

  async accept(name: string, email: string): Promise<void> {
    await this.page
      .getByRole('button', { name: /^Accept th/ })
      .last()
      .click()
    await this.panel.getByLabel('Your name').fill(name)
    await this.panel.getByLabel('Email').fill(email)
    await this.panel.getByRole('button', { name: 'Confirm and accept' }).click()
  }
}
