import type { Locator, Page } from '@playwright/test'
import { Keyboard } from '../keyboard.ts'

export class LoginPage {
  readonly username: Locator
  readonly password: Locator
  readonly submit: Locator
  readonly error: Locator
  readonly page: Page

  constructor(page: Page) {
    this.page = page
    const form = page.getByRole('form', { name: 'Login' })
    this.username = form.getByLabel('Username', { exact: true })
    this.password = form.getByLabel('Password', { exact: true })
    this.submit = form.getByRole('button', { name: 'Login' })
    this.error = form.getByRole('alert')
  }

  async goto(): Promise<void> {
    await this.page.goto('/login')
  }

  async logIn(username: string, password: string): Promise<void> {
    await this.username.fill(username)
    await this.password.fill(password)
    await this.submit.click()
  }

  /** Logs in by keyboard. */
  async enter(username: string, password: string): Promise<void> {
    const keyboard = new Keyboard(this.page)
    await keyboard.type(this.username, username)
    await keyboard.type(this.password, password)
    await this.page.keyboard.press('Enter')
  }
}
