import type { Locator, Page } from '@playwright/test'
import type { WireListing } from '@terrace/contracts/listings'
import { fromWireMoney } from '@terrace/contracts/wire-money'
import { formatMoney } from '@terrace/domain/money/money'
import { formatTickets } from '@terrace/domain/tickets/format-count'
import type { Offer } from '../event-listings.ts'

export class EventPage {
  readonly heading: Locator
  readonly rows: Locator
  readonly plan: Locator
  readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.heading = page.getByRole('main').getByRole('heading', { level: 1 })
    this.rows = page.getByRole('grid', { name: 'Listings' }).getByRole('row', { name: /per ticket$/ })
    this.plan = page.getByRole('region', { name: 'Seating map' })
  }

  async goto({ event }: Pick<Offer, 'event'>): Promise<void> {
    await this.page.goto(`/tickets/${event.slug}/${event.id}`)
  }

  /** All-in prices of the rendered rows from the top, in minor units. */
  async visiblePrices(): Promise<number[]> {
    const names = await this.rows.evaluateAll((rows) =>
      rows.map((row) => row.getAttribute('aria-label') ?? ''),
    )
    return names.map((name) =>
      Number((/([\d,.]+) per ticket$/.exec(name)?.[1] ?? '').replaceAll(/[,.]/g, '')),
    )
  }

  row(listing: WireListing): ListingRow {
    return new ListingRow(this.rows, listing)
  }
}

export class ListingRow {
  readonly row: Locator
  readonly quantities: Locator
  readonly hold: Locator
  /** Price of one ticket. */
  readonly price: Locator
  readonly holdError: Locator
  readonly #section: string

  constructor(rows: Locator, listing: WireListing) {
    this.#section = listing.section
    const price = formatMoney(fromWireMoney(listing.all_in_price))
    const seats = listing.row === '' ? '' : `Row ${listing.row}\\b.*`
    const name = new RegExp(`^${listing.section}, ${seats}all-in ${escape(price)} per ticket$`)
    this.row = rows.page().getByRole('grid', { name: 'Listings' }).getByRole('row', { name }).first()
    this.quantities = this.row.getByRole('radiogroup', { name: `Quantity, ${listing.section}` })
    this.hold = this.row.getByRole('button', { name: /^Hold/ })
    this.price = this.row
      .getByText(formatMoney(fromWireMoney(listing.proceed_price)), { exact: true })
      .first()
    this.holdError = this.row.getByRole('alert')
  }

  /** Selects a quantity and presses Hold. */
  async placeHold(quantity: number): Promise<void> {
    // The radio itself is hidden; its label is clickable.
    await this.quantities.getByText(String(quantity), { exact: true }).click()
    await this.row
      .getByRole('button', { name: `Hold ${formatTickets(quantity)}, ${this.#section}`, exact: true })
      .click()
  }
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}
