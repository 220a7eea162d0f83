import { expect, type Page } from '@playwright/test'
import { Keyboard } from '../keyboard.ts'

/** `/forgot-password` and `/reset-password/{token}`, driven by keyboard. */
export class PasswordPages {
  readonly page: Page
  readonly #keyboard: Keyboard

  constructor(page: Page) {
    this.page = page
    this.#keyboard = new Keyboard(page)
  }

  /** Starts at the login page. */
  async open(): Promise<void> {
    await this.#keyboard.press(this.page.getByRole('link', { name: 'Forgot password' }))
    await expect(this.page).toHaveURL('/forgot-password')
  }

  /** Requests a link, waits for the message and returns to login. */
  async request(email: string): Promise<void> {
    await this.#keyboard.type(this.page.getByLabel('Email', { exact: true }), email)
    await this.page.keyboard.press('Enter')
    await expect(
      this.page.getByText('If this address has an account, a reset link is on its way'),
    ).toBeVisible()
    await expect(this.page).toHaveURL('/login')
  }

  /** On the page of the emailed link: sets the password, waits for the message and returns to login. */
  async choose(password: string): Promise<void> {
    await this.#keyboard.type(this.page.getByLabel('New password'), password)
    await this.#keyboard.type(this.page.getByLabel('Confirm Password'), password)
    await this.page.keyboard.press('Enter')
    await expect(this.page.getByText('Your password has been changed. Log in to continue')).toBeVisible()
    await expect(this.page).toHaveURL('/login')
  }
}
