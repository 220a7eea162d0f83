import { findOffer, hold, releaseAll } from './event-listings.ts'
import { EventPage } from './pages/event-page.ts'
import { expect, test } from './session-fixtures.ts'

test('a broker saves a search, and tickets that match later are listed in the notifications', async ({
  page,
  logIn,
  broker,
  expectAccessibleLayout,
}) => {
  const isPhone = test.info().project.name === 'phone'
  const buyer = await logIn(isPhone ? 'broker2' : 'buyer')
  const rival = await broker(isPhone ? 'buyer' : 'broker2')
  const offer = await findOffer(
    buyer,
    ({ split_type, available, splits }) =>
      split_type === 'No Preferences' && available >= 3 && splits.length === available,
  )
  // One ticket is left, so the listing does not match a search for two.
  const holdAllButOne = () => hold(rival, offer, offer.listing.available - 1)
  await holdAllButOne()
  await page.goto(`/tickets/${offer.event.slug}/${offer.event.id}?quantity=2`)
  await expect(new EventPage(page).heading).toHaveText(offer.event.title)
  await page.getByRole('button', { name: 'Save search' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save search' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Pairs')
  await dialog.getByRole('button', { name: 'Save search' }).click()
  await expect(dialog).toBeHidden()

  const bell = page.getByRole('banner').getByRole('button', { name: /^Notifications/ })
  // Tickets that match within half a second of saving are not reported, so they may have to be released again.
  await expect(async () => {
    await releaseAll(rival)
    await expect(bell)
      .toHaveAccessibleName(/unread/, { timeout: 5000 })
      .catch(async (error: unknown) => {
        await holdAllButOne()
        throw error
      })
  }).toPass({ timeout: 60_000 })
  await bell.click()
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  await expect(panel.getByText('1 listing matches “Pairs”')).toBeVisible()
  await expectAccessibleLayout(page)

  await page.goto('/profile?tab=searches')
  const saved = page
    .getByRole('table', { name: 'Saved searches' })
    .or(page.getByRole('list', { name: 'Saved searches' }))
  await expect(saved).toContainText('Pairs')
  await expectAccessibleLayout(page)
})
