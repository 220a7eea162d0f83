import type { Locator, Page } from '@playwright/test'
import type { WireInventoryRow } from '@terrace/contracts/inventory-row'

/** A seller's inventory. */
export class InventoryPage {
  readonly grid: Locator
  readonly search: Locator
  readonly grouping: Locator
  readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.grid = page.getByRole('grid', { name: 'Inventory' })
    this.search = page.getByRole('searchbox', { name: 'Search listings' })
    this.grouping = page.getByRole('combobox', { name: 'Grouping' })
  }

  /** The row of a listing, found by its checkbox. */
  row({ section, row }: Pick<WireInventoryRow, 'section' | 'row'>): Locator {
    const name = `Select ${row === '' ? section : `${section} · row ${row}`}`
    return this.grid.getByRole('row').filter({ has: this.page.getByRole('checkbox', { name, exact: true }) })
  }

  /** The cell below a column's title. */
  async cell(row: Locator, title: string): Promise<Locator> {
    const header = this.grid.getByRole('columnheader', { name: title, exact: true })
    const index = await header.getAttribute('aria-colindex')
    return row.locator(`[role=gridcell][aria-colindex="${index}"]`)
  }
}
