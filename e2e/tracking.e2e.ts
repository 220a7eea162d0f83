import { teamChannelPrefix } from '@terrace/contracts/realtime'
import { expect, test } from './journey.ts'
import { findOffer, hold } from './market.ts'
import { EventPage } from './pages/event-page.ts'
import { Shell } from './pages/shell.ts'
import { whenListening } from './when-listening.ts'
import { whenTold } from './when-told.ts'

test('[TRACK-02] [X-TRACK-01] [X-PROFILE-06] who tracks a listing hears at once that another broker has left few of it, and is led to it', async ({
  page,
  signIn,
  broker,
  expectSound,
}) => {
  // Who tracks again what they have just untracked is not told again at once: each kind of browser is somebody else's.
  const [who, rival] =
    test.info().project.name === 'phone' ? (['broker2', 'buyer'] as const) : (['buyer', 'broker2'] as const)
  const buyer = await signIn(who)
  // What they still hold from before is given back before anything is chosen.
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
  // The button shows at once what was pressed; only what the server has answered outlives the page.
  const answered = page.waitForResponse('**/track-listing')
  await row.getByRole('button', { name: /^Track, / }).click()
  const bookmark = row.getByRole('button', { name: 'Stop tracking' })
  await expect(bookmark).toBeVisible()
  expect((await answered).ok()).toBe(true)

  const listening = whenListening(page, teamChannelPrefix)
  await page.reload()
  // Not a thing of this page alone.
  await expect(bookmark).toBeVisible()
  await listening
  const told = whenTold(page, /^Only 1 ticket left at/)
  await hold(faster, offer, listing.available - 1)
  await told

  const shell = new Shell(page)
  await shell.account.click()
  await page.getByRole('menuitem', { name: 'Tracked listings' }).click()
  const tracked = page
    .getByRole('table', { name: 'Tracked listings' })
    .getByRole('row')
    .filter({ hasText: event.title })
    .filter({ hasText: listing.section })
  await expect(tracked).toContainText('1 ticket left')
  await expectSound(page)
  await tracked.getByRole('link').click()
  await expect(eventPage.heading).toHaveText(event.title)
  await expect(row).toBeFocused()

  await page.goBack()
  await tracked.getByRole('button', { name: 'Stop tracking' }).click()
  await expect(tracked).toContainText('No longer tracked')
  await expect(async () => {
    const letters = await (await page.request.get('/dev/mail')).text()
    expect(letters).toContain(`Only 1 ticket left: ${event.title}, ${listing.section}`)
  }).toPass({ timeout: 20_000 })
})
