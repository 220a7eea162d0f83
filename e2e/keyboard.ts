import { expect, type Locator, type Page } from '@playwright/test'

/** Drives a page without a mouse: Tab, Enter, Space and typed text. */
export class Keyboard {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** Presses Tab until the target has focus; fails when Tab never reaches it. */
  async goTo(target: Locator): Promise<void> {
    await expect(target).toBeVisible()
    for (let presses = 0; presses < 80; presses += 1) {
      if (await hasFocus(target)) return
      await this.page.keyboard.press('Tab')
    }
    throw new Error(`Tab never reaches ${target.toString()}`)
  }

  async type(target: Locator, text: string): Promise<void> {
    await this.goTo(target)
    await this.page.keyboard.type(text)
  }

  async press(target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
    await this.goTo(target)
    await this.page.keyboard.press(key)
  }
}

/** Works inside a frame too, whose document has its own focus. */
async function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element.ownerDocument.activeElement === element)
}
