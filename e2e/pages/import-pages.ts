import type { Locator, Page } from '@playwright/test'
import { Keyboard } from '../keyboard.ts'

/** A seller's imports: the list, the confirmation of a new kind of file, and the preview. */
export class ImportPages {
  readonly page: Page
  readonly examples: Locator
  readonly saveProfile: Locator
  readonly held: Locator
  readonly apply: Locator
  /** The number of listings that a large withdrawal asks for. */
  readonly withdrawals: Locator

  constructor(page: Page) {
    this.page = page
    this.examples = page.getByRole('region', { name: 'Examples' })
    this.saveProfile = page.getByRole('button', { name: 'Save profile and upload' })
    this.held = page.getByRole('region', { name: 'Held rows' })
    this.apply = page.getByRole('button', { name: /^(Apply|Finish) import$/ })
    this.withdrawals = page.getByRole('textbox', { name: /^Type \d+ to confirm$/ })
  }

  async goto(): Promise<void> {
    await this.page.goto('/sell/imports')
    await this.page.waitForLoadState('networkidle')
  }

  /** Chooses a file as the browser's dialog would. */
  async upload(name: string, text: string): Promise<void> {
    const file = { name, mimeType: 'text/csv', buffer: Buffer.from(text) }
    await this.page.locator('input[type=file]').first().setInputFiles(file)
  }

  /** Opens the browser’s dialog with the keyboard and chooses a file there. */
  async uploadByKeyboard(name: string, text: string): Promise<void> {
    const chooser = this.page.waitForEvent('filechooser')
    await new Keyboard(this.page).press(this.page.getByRole('button', { name: 'Upload files' }).first())
    await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  }

  tab(title: string): Locator {
    return this.page.getByRole('tab', { name: new RegExp(`^${title} `) })
  }
}
