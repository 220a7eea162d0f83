import type { Page } from '@playwright/test'
import { feedResponse, type WireListing } from '@terrace/contracts/listings'

const copies = 60

/**
 * Repeats the listings of each event's feed, so that what is visible does not depend on how many the demo has and
 * earlier tests have left. The rows do not wrap: names of sellers are short.
 */
export async function listManyListings(page: Page, change: Partial<WireListing> = {}): Promise<void> {
  await page.route(/\/tickets\/feed\?(?!.*listing_id)/, async (route) => {
    const response = await route.fetch()
    const { data, meta } = feedResponse.parse(await response.json())
    const many = Array.from({ length: copies }, (_, index) => {
      const listing = data[index % data.length]
      return (
        listing && { ...listing, ...(index >= data.length && { id: `${listing.id}-${index}` }), ...change }
      )
    })
    await route.fulfill({ response, json: { data: many, meta: { ...meta, total: copies, last_page: 1 } } })
  })
}
