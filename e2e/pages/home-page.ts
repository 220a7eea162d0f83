import type { Locator, Page } from '@playwright/test'

/** `/`. */
export class HomePage {
  readonly hot: Locator
  readonly newest: Locator
  readonly search: Locator
  readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.hot = page.getByRole('region', { name: 'Hot events' })
    this.newest = page.getByRole('region', { name: 'New events' })
    // The header has a field of its own on a wide screen.
    this.search = page.getByRole('main').getByRole('searchbox', { name: 'Search events' })
  }

  async goto(): Promise<void> {
    await this.page.goto('/')
  }
}

/** `/search`. */
export class SearchPage {
  readonly field: Locator
  readonly results: Locator
  /** Stands above the results of the typed text; while another text is looked up it says something else. */
  readonly count: Locator

  constructor(page: Page) {
    const main = page.getByRole('main')
    this.count = main.getByText(/^\d+ events? match/)
    this.field = main.getByRole('searchbox', { name: 'Search events' })
    this.results = main.getByRole('listitem')
  }
}
