import type { Locator, Page } from '@playwright/test'
import { Keyboard } from '../keyboard.ts'

/** The application to sell, driven by keyboard. */
export class SellerApplicationPage {
  readonly section: Locator
  readonly submit: Locator
  readonly deskLink: Locator
  readonly #keyboard: Keyboard

  constructor(page: Page) {
    this.section = page.getByRole('region', { name: 'Selling' })
    this.submit = this.section.getByRole('button', { name: 'Submit application' })
    this.deskLink = this.section.getByRole('link', { name: 'Go to your inventory' })
    this.#keyboard = new Keyboard(page)
  }

  async fill(): Promise<void> {
    const field = (label: string) => this.section.getByLabel(label, { exact: true })
    // Selects take typed names, as text fields do.
    const values = {
      'Company name': 'Quay Tickets GmbH',
      Country: 'Germ',
      Address: 'Hafenstrasse 1',
      City: 'Hamburg',
      'Postal code': '20359',
      'Tax number': 'DE123456789',
      'Country of the bank': 'Germ',
      'Account holder': 'Quay Tickets GmbH',
      IBAN: 'DE89370400440532013000',
    }
    for (const [label, text] of Object.entries(values)) await this.#keyboard.type(field(label), text)
    const checkbox = (name: string) => this.section.getByRole('checkbox', { name, exact: true })
    await this.#keyboard.press(checkbox('Football'), 'Space')
    await this.#keyboard.press(checkbox('Our company agrees to the seller terms'), 'Space')
  }

  async addDocument(page: Page): Promise<void> {
    const chooser = page.waitForEvent('filechooser')
    await this.#keyboard.press(this.section.getByRole('button', { name: 'Add a document' }))
    const buffer = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF')
    await (await chooser).setFiles({ name: 'registration.pdf', mimeType: 'application/pdf', buffer })
    await this.section.getByText('registration.pdf').waitFor()
  }
}
