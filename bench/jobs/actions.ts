import type { Locator, Page } from '@playwright/test'

/** Works on a page as a broker does, and counts clicks and keys; typed characters are counted apart. */
export class Actions {
  count = 0
  typed = 0
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      this.count += 1
      await this.page.keyboard.press(key)
    }
  }

  async click(target: Locator): Promise<void> {
    this.count += 1
    await target.click()
  }

  /** Types into what has focus. */
  async type(text: string): Promise<void> {
    this.typed += text.length
    await this.page.keyboard.type(text)
  }
}
