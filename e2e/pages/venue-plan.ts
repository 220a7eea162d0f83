import type { Locator, Page } from '@playwright/test'

/** The seating plan on the event page; on a phone a strip until it is opened. */
export class VenuePlan {
  readonly region: Locator
  readonly open: Locator
  readonly picture: Locator
  /** The one block that Tab reaches. */
  readonly entrance: Locator

  constructor(page: Page) {
    this.region = page.getByRole('region', { name: 'Seating plan' })
    this.open = this.region.getByRole('button', { name: 'Open plan' })
    this.picture = this.region.locator('svg').filter({ has: page.locator('[data-block]') })
    this.entrance = this.region.locator('[data-block][tabindex="0"]')
  }

  block(section: string): Locator {
    return this.region.getByRole('button', { name: new RegExp(`^${section}[,:]`) })
  }

  /** How many units of the plan are in sight from left to right, and which one comes first. */
  async inSight(): Promise<{ left: number; width: number }> {
    const [left = 0, , width = 0] = ((await this.picture.getAttribute('viewBox')) ?? '')
      .split(' ')
      .map(Number)
    return { left, width }
  }
}
