import { holdsRoutes } from '@terrace/contracts/holds'
import { listingsRoutes, type WireListing } from '@terrace/contracts/listings'
import { notificationsRoutes } from '@terrace/contracts/notifications'
import type { Broker } from './api.ts'
import { upcomingEvents, type Offer } from './event-listings.ts'
import { EventPage } from './pages/event-page.ts'
import { expect, test } from './session-fixtures.ts'

/** Finds three listings of one event from which another broker can hold all tickets but one. */
async function findThreeListings(
  broker: Broker,
): Promise<{ event: Offer['event']; listings: WireListing[] }> {
  for (const event of await upcomingEvents(broker)) {
    const { data } = await broker.call(listingsRoutes.feed, { query: { event_id: event.id } })
    const listings = data.filter(
      ({ split_type, available, splits }) =>
        split_type === 'No Preferences' && available >= 3 && available <= 12 && splits.length === available,
    )
    if (listings.length >= 3) return { event, listings: listings.slice(0, 3) }
  }
  throw new Error('no event with three such listings')
}

test('a broker saves a search, and tickets that match later are listed in the notifications', async ({
  page,
  logIn,
  broker,
  expectAccessibleLayout,
}) => {
  const isPhone = test.info().project.name === 'phone'
  const buyer = await logIn(isPhone ? 'broker2' : 'buyer')
  const rival = await broker(isPhone ? 'buyer' : 'broker2')
  const { event, listings } = await findThreeListings(buyer)
  // One ticket is left of each, so they do not match a search for two.
  await rival.call(holdsRoutes.place, {
    body: listings.map(({ id, available }) => ({ listing_id: id, quantity: available - 1 })),
  })
  const { data: held } = await rival.call(holdsRoutes.list)
  await page.goto(`/tickets/${event.slug}/${event.id}?quantity=2`)
  await expect(new EventPage(page).heading).toHaveText(event.title)
  await page.getByRole('button', { name: 'Save search' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save search' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Pairs')
  await dialog.getByRole('button', { name: 'Save search' }).click()
  await expect(dialog).toBeHidden()

  await page.goto('/profile?tab=searches')
  const saved = page
    .getByRole('table', { name: 'Saved searches' })
    .or(page.getByRole('list', { name: 'Saved searches' }))
  await expect(saved).toContainText('Pairs')
  await expectAccessibleLayout(page)

  const text = /\d listings? match(es)? “Pairs”/
  // What matches before the server has recorded the stock of a new search is not reported, and another listing must
  // match. The bell also counts other notifications, so the server is asked.
  await expect(async () => {
    const [next] = held.splice(0, 1)
    if (next)
      await rival.call(holdsRoutes.release, { body: [{ hold_id: next.hold_id, quantity: next.quantity }] })
    await expect
      .poll(
        async () => (await buyer.call(notificationsRoutes.list)).data.some(({ title }) => text.test(title)),
        { timeout: 15_000 },
      )
      .toBe(true)
  }).toPass({ timeout: 120_000 })
  const bell = page.getByRole('banner').getByRole('button', { name: /^Notifications/ })
  await expect(bell).toHaveAccessibleName(/unread/)
  await bell.click()
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  await expect(panel.getByText(text)).toBeVisible()
  await expectAccessibleLayout(page)
})
