import { expect, type Page } from '@playwright/test'

/** Where playwright.config.ts starts it. */
export const issuerOrigin = 'http://localhost:4182'

/** The site of `npm run issuer`, whose users are handed over; walked by keyboard. */
export class IssuerPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async goto(): Promise<void> {
    await this.page.goto(issuerOrigin)
  }

  /** Goes to the button or link with Tab, and presses it with Enter. */
  async press(name: string): Promise<void> {
    await expect(this.page.getByText(name, { exact: true })).toBeVisible()
    for (let step = 0; step < 10; step += 1) {
      await this.page.keyboard.press('Tab')
      if ((await this.page.evaluate<string>('document.activeElement.textContent')) === name) {
        await this.page.keyboard.press('Enter')
        return
      }
    }
    throw new Error(`${name} cannot be reached by keyboard`)
  }
}
