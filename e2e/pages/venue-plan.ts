import type { Locator, Page } from '@playwright/test'

/** The seating plan of the event page; a collapsed strip on phones. */
export class VenuePlan {
  readonly region: Locator
  readonly open: Locator
  readonly picture: Locator
  /** The only block in the tab order. */
  readonly tabStop: Locator

  constructor(page: Page) {
    this.region = page.getByRole('region', { name: 'Seating map' })
    this.open = this.region.getByRole('button', { name: 'Open map' })
    this.picture = this.region.locator('svg').filter({ has: page.locator('[data-block]') })
    this.tabStop = this.region.locator('[data-block][tabindex="0"]')
  }

  block(section: string): Locator {
    return this.region.getByRole('button', { name: new RegExp(`^${section}[,:]`) })
  }

  /** Returns the visible horizontal range of the plan in plan units. */
  async visibleRange(): Promise<{ left: number; width: number }> {
    const [left = 0, , width = 0] = ((await this.picture.getAttribute('viewBox')) ?? '')
      .split(' ')
      .map(Number)
    return { left, width }
  }
}
