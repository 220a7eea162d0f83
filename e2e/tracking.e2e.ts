import { teamChannelPrefix } from '@terrace/contracts/realtime'
import { expect, test } from './session-fixtures.ts'
import { findOffer, hold } from './event-listings.ts'
import { EventPage } from './pages/event-page.ts'
import { Shell } from './pages/shell.ts'
import { waitForSubscription } from './wait-for-subscription.ts'
import { waitForToast } from './wait-for-toast.ts'

test('[TRACK-02] [X-TRACK-01] [X-PROFILE-06] a broker is notified when a tracked listing is nearly sold out, and follows the link', async ({
  page,
  logIn,
  broker,
  expectAccessibleLayout,
}) => {
  // Tracking again soon after untracking sends no new alert, so each browser project uses its own user.
  const [username, rival] =
    test.info().project.name === 'phone' ? (['broker2', 'buyer'] as const) : (['buyer', 'broker2'] as const)
  const buyer = await logIn(username)
  // The setup releases the rival’s holds before a listing is selected.
  const faster = await broker(rival)
  const offer = await findOffer(
    buyer,
    ({ split_type, available, splits }) =>
      split_type === 'No Preferences' && available >= 3 && splits.length === available,
  )
  const { event, listing } = offer
  const eventPage = new EventPage(page)
  await eventPage.goto(offer)
  const { row } = eventPage.row(listing)
  // The button updates optimistically; only the server’s response survives a reload.
  const trackResponse = page.waitForResponse('**/track-listing')
  await row.getByRole('button', { name: /^Track, / }).click()
  const bookmark = row.getByRole('button', { name: 'Stop tracking' })
  await expect(bookmark).toBeVisible()
  expect((await trackResponse).ok()).toBe(true)

  const listening = waitForSubscription(page, teamChannelPrefix)
  await page.reload()
  // The state comes from the server, not from this page.
  await expect(bookmark).toBeVisible()
  await listening
  const notification = waitForToast(page, /^Only 1 ticket left at/)
  await hold(faster, offer, listing.available - 1)
  await notification

  const shell = new Shell(page)
  await shell.account.click()
  await page.getByRole('menuitem', { name: 'Tracked listings' }).click()
  // Cards on a phone.
  const list = page
    .getByRole('table', { name: 'Tracked listings' })
    .or(page.getByRole('list', { name: 'Tracked listings' }))
  const tracked = list
    .getByRole('row')
    .or(list.getByRole('listitem'))
    .filter({ hasText: event.title })
    .filter({ hasText: listing.section })
  await expect(tracked).toContainText('Listed')
  await expectAccessibleLayout(page)
  await tracked.getByRole('link', { name: event.title }).click()
  const viewListing = page.getByRole('link', { name: 'View listing', exact: true })
  await expectAccessibleLayout(page)
  await viewListing.click()
  await expect(eventPage.heading).toHaveText(event.title)
  await expect(row).toBeFocused()

  await page.goBack()
  await expect(viewListing).toBeVisible()
  // On small screens the panel covers the list.
  await page.keyboard.press('Escape')
  await expect(viewListing).toBeHidden()
  await tracked.getByRole('button', { name: 'Stop tracking' }).click()
  await expect(tracked).toContainText('No longer tracked')
  await expect(async () => {
    const emails = await (await page.request.get('/dev/mail')).text()
    expect(emails).toContain(`Only 1 ticket left: ${event.title}, ${listing.section}`)
  }).toPass({ timeout: 20_000 })
})
