import { expect, type Page } from '@playwright/test'
import { issuerOrigin } from '../addresses.ts'

/** The site of `npm run issuer`, which hands its users over; driven by keyboard. */
export class IssuerPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async goto(): Promise<void> {
    await this.page.goto(issuerOrigin)
  }

  /** Moves to the button or link with Tab and presses Enter. */
  async press(name: string): Promise<void> {
    await expect(this.page.getByText(name, { exact: true })).toBeVisible()
    for (let step = 0; step < 10; step += 1) {
      await this.page.keyboard.press('Tab')
      if ((await this.page.evaluate<string>('document.activeElement.textContent')) === name) {
        await this.page.keyboard.press('Enter')
        return
      }
    }
    throw new Error(`${name} can’t be reached by keyboard`)
  }
}
