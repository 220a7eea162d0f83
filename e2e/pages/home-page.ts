import type { Locator, Page } from '@playwright/test'

export class HomePage {
  readonly hot: Locator
  readonly newest: Locator
  readonly search: Locator
  readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.hot = page.getByRole('region', { name: 'Hot events' })
    this.newest = page.getByRole('region', { name: 'New events' })
    // The header has its own search button.
    this.search = page.getByRole('main').getByRole('button', { name: /^Search:/ })
  }

  async goto(): Promise<void> {
    await this.page.goto('/')
  }
}

/** Search, on `/search` or over another page. */
export class SearchPage {
  readonly field: Locator
  readonly results: Locator
  readonly filters: Locator
  /** Result count of the entered text; shows another text while a search runs. */
  readonly count: Locator
  /** Header button that opens and closes search. */
  readonly button: Locator

  constructor(page: Page) {
    const search = page.getByRole('search')
    this.button = page.getByRole('banner').getByRole('button', { name: 'Search or run a command' })
    this.count = search.getByText(/^[\d,]+ (upcoming events?|events? match)/)
    this.field = search.getByRole('searchbox', { name: 'Search events' })
    this.results = search.getByRole('list', { name: 'Events' }).getByRole('listitem')
    this.filters = search.getByRole('region', { name: 'Filters' })
  }
}
