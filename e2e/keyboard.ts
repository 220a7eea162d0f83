import { expect, type Locator, type Page } from '@playwright/test'

/** What somebody does who has no mouse: everything by Tab, Enter, Space and letters. */
export class Keyboard {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** Goes on by Tab until this has the focus; fails where Tab never comes there. */
  async goTo(target: Locator): Promise<void> {
    await expect(target).toBeVisible()
    for (let presses = 0; presses < 80; presses += 1) {
      if (await hasFocus(target)) return
      await this.page.keyboard.press('Tab')
    }
    throw new Error(`Tab never comes to ${target.toString()}`)
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

/** Also inside a frame, whose document has a focus of its own. */
async function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element.ownerDocument.activeElement === element)
}
