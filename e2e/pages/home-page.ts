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
    // The header has a button of its own.
    this.search = page.getByRole('main').getByRole('button', { name: /^Search:/ })
  }

  async goto(): Promise<void> {
    await this.page.goto('/')
  }
}

/** The search, on `/search` or over another page. */
export class SearchPage {
  readonly field: Locator
  readonly results: Locator
  readonly filters: Locator
  /** Stands above the results of the typed text; while another text is looked up it says something else. */
  readonly count: Locator
  /** The header's, which opens and closes it. */
  readonly button: Locator

  constructor(page: Page) {
    const search = page.getByRole('search')
    this.button = page.getByRole('banner').getByRole('button', { name: 'Search events, teams, venues' })
    this.count = search.getByText(/^[\d,]+ events? (match|to come|fit)/)
    this.field = search.getByRole('searchbox', { name: 'Search events' })
    this.results = search.getByRole('list', { name: 'Events' }).getByRole('listitem')
    this.filters = search.getByRole('region', { name: 'Filters' })
  }
}
