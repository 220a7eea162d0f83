import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test'
import { Keyboard } from '../keyboard.ts'

export interface NewUser {
  firstName: string
  lastName: string
  username: string
  email: string
  password: string
}

/** Returns a user whose username and email are not registered. */
export function newUser(firstName: string, lastName: string): NewUser {
  const username = `${firstName.toLowerCase()}-${Date.now().toString(36)}`
  return { firstName, lastName, username, email: `${username}@example.test`, password: 'first password' }
}

/** `/signup`, driven by keyboard. */
export class SignUpPage {
  readonly page: Page
  readonly form: Locator
  /** Dialog in which the terms are signed. */
  readonly terms: FrameLocator
  readonly #keyboard: Keyboard

  constructor(page: Page) {
    this.page = page
    this.form = page.getByRole('form', { name: 'Sign up' })
    this.terms = page.frameLocator('iframe[title="Buyer terms and conditions"]')
    this.#keyboard = new Keyboard(page)
  }

  async fill({ firstName, lastName, username, email, password }: NewUser): Promise<void> {
    const keyboard = this.#keyboard
    const field = (name: string) => this.form.getByRole('textbox', { name, exact: true })
    const secret = (name: string) => this.form.getByLabel(name, { exact: true })
    await keyboard.type(field('First name'), firstName)
    await keyboard.type(field('Last name'), lastName)
    await keyboard.type(field('Phone number'), '2079460123')
    await keyboard.type(field('Email'), email)
    await keyboard.type(field('Confirm email'), email)
    await keyboard.type(field('Username'), username)
    await keyboard.type(secret('Password'), password)
    await keyboard.type(secret('Confirm password'), password)
    const currency = this.form.getByRole('button', { name: /(?<!Clear )Base currency/ })
    const pounds = this.page.getByRole('option', { name: /GBP/ })
    await keyboard.press(currency)
    await expect(pounds).toBeVisible()
    // An open list ignores keys until it has focus.
    await expect(this.page.locator('[role=listbox]:focus-within')).toBeVisible()
    await this.page.keyboard.type('GBP')
    await expect(pounds).toBeFocused()
    await this.page.keyboard.press('Enter')
    await expect(currency).toContainText('GBP')
    await expect(currency).toBeFocused()
  }

  async openTerms(): Promise<void> {
    await this.#keyboard.press(this.form.getByRole('button', { name: 'Read now' }))
    await expect(this.terms.getByRole('heading', { level: 1 })).toBeVisible()
  }

  /** Closes the terms dialog with Escape from any focus. */
  async closeTerms(): Promise<void> {
    await this.#keyboard.goTo(this.terms.getByLabel('Your name as your signature'))
    await this.page.keyboard.press('Escape')
    await expect(this.page.getByRole('dialog')).toHaveCount(0)
    await expect(this.form.getByRole('button', { name: 'Read now' })).toBeFocused()
  }

  /** Signs with a typed name and returns to the form. */
  async signTerms(name: string): Promise<void> {
    await this.#keyboard.type(this.terms.getByLabel('Your name as your signature'), name)
    await this.#keyboard.press(this.terms.getByRole('checkbox'), 'Space')
    await this.#keyboard.press(this.terms.getByRole('button', { name: 'Sign', exact: true }))
    await expect(this.form.getByRole('button', { name: 'Document signed' })).toBeVisible()
    await expect(this.page.getByRole('dialog')).toHaveCount(0)
  }

  async register(): Promise<void> {
    await this.#keyboard.press(this.form.getByRole('button', { name: 'Register now' }))
  }

  /** The success screen replaces the form three seconds after the message. */
  async expectSuccess(): Promise<void> {
    await expect(
      this.page.getByRole('heading', { name: 'Thank you for signing up for a Terrace account' }),
    ).toBeVisible()
    await expect(
      this.page.getByText('One of our experts will be in touch soon using the contact details provided.'),
    ).toBeVisible()
  }
}
