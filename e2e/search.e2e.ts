import { catalogueRoutes, type WireEvent } from '@terrace/contracts/catalogue'
import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { EventPage } from './pages/event-page.ts'
import { HomePage, SearchPage } from './pages/home-page.ts'

const weekdayOf = (event: WireEvent) => new Date(`${event.event_date_local}Z`).getUTCDay()

/** What a broker has in mind, the keys that lead there, and how the event is known that was meant. */
const wishes: {
  what: string
  keys: readonly string[]
  isMeant: (event: WireEvent) => boolean
}[] = [
  {
    what: 'Arsenal v Manchester United',
    keys: [...'ars mu'.split(''), 'Enter'],
    isMeant: ({ title }) => /^Arsenal vs? Manchester United$/.test(title),
  },
  {
    what: 'the Monza race',
    keys: [...'monza gp'.split(''), 'Enter'],
    isMeant: ({ category, venue }) => category.name === 'Formula 1' && venue.city === 'Monza',
  },
  {
    what: 'a Sunday Night NFL game',
    keys: [...'snf'.split(''), 'Enter'],
    isMeant: (event) =>
      event.category.name === 'NFL' && weekdayOf(event) === 0 && event.event_date_local.slice(11) >= '17:00',
  },
  {
    what: 'a New York concert',
    keys: [...'ny conc'.split(''), 'Enter'],
    isMeant: ({ category, venue }) => venue.city === 'New York' && /Philharmonic/.test(category.name),
  },
]

async function pressAll(page: Page, keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key === ' ' ? 'Space' : key)
}

for (const { what, keys, isMeant } of wishes) {
  test(`[SEARCH-01] [SEARCH-07] from a cold page, ${keys.length} keys after "/" lead to ${what}`, async ({
    page,
    signIn,
    isMobile,
  }) => {
    test.skip(isMobile, 'a phone has no such keys')
    expect(keys.length).toBeLessThan(10)
    const buyer = await signIn('buyer')
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.keyboard.press('/')
    await pressAll(page, keys)
    await expect(page).toHaveURL(/\/tickets\/[^/]+\/\d+$/)
    const eventId = Number(new URL(page.url()).pathname.split('/').at(-1))
    const { data } = await buyer.call(catalogueRoutes.event, { params: { event_id: eventId } })
    expect(isMeant(data), `${data.title}, ${data.event_date_local}, ${data.venue.city}`).toBe(true)
    await expect(new EventPage(page).heading).toHaveText(data.title)
  })
}

test('[HEAD-03] the search lies over the page and leaves it as it was', async ({
  page,
  signIn,
  expectSound,
}) => {
  await signIn('buyer')
  await page.goto('/')
  await expect(new HomePage(page).hot.getByRole('listitem').first()).toBeVisible()
  // What comes late moves the page as well.
  await page.waitForLoadState('networkidle')
  await page.evaluate('window.scrollTo(0, 400)')
  const before = await page.evaluate<number>('window.scrollY')
  const search = new SearchPage(page)
  await page.keyboard.press('/')
  await expect(search.field).toBeFocused()
  await expect(search.button).toHaveAttribute('aria-expanded', 'true')
  await expect(search.count).toBeVisible()
  await expectSound(page)
  await search.field.fill('liverpool')
  await expect(search.count).toContainText('liverpool')
  await expect(search.results.first()).toContainText(/\d+ tickets?/)
  await expectSound(page)
  await search.button.click()
  await expect(search.field).toHaveCount(0)
  await expect(page).toHaveURL('/')
  await expect.poll(() => page.evaluate<number>('window.scrollY')).toBe(before)
})

test('[SEARCH-02] [SEARCH-11] [DATE-01] an address of the search holds all of it: text, days, category and city', async ({
  page,
  signIn,
  isMobile,
  expectSound,
}) => {
  await signIn('buyer')
  await page.goto('/search')
  const search = new SearchPage(page)
  await search.field.fill('united')
  await expect(search.count).toContainText('united')
  if (isMobile) await page.getByRole('button', { name: 'Filters' }).click()
  const box = search.filters.getByRole('checkbox', { name: /^Premier League/ })
  const label = search.filters.locator('label').filter({ hasText: 'Premier League' })
  await label.click()
  await expect(box).toBeChecked()
  // The numbers beside the categories come with an answer of their own, and stand as they were until then.
  let count = Number.NaN
  await expect(async () => {
    count = Number((await label.innerText()).replaceAll(/\D/g, ''))
    await expect(search.count).toHaveText(`${count} events match “united”`, { timeout: 500 })
  }).toPass({ timeout: 20_000 })
  await search.filters.getByLabel('From').fill('2027-01-01')
  await expect(page).toHaveURL('/search?q=united&startDate=2027-01-01&category=Premier+League')
  await expect(search.count).not.toHaveText(`${count} events match “united”`)
  await expectSound(page)
  const shown = await search.count.innerText()
  await page.reload()
  await expect(search.field).toHaveValue('united')
  await expect(search.count).toHaveText(shown)
})

test('the list goes on by itself as far as there are events', async ({ page, signIn }) => {
  await signIn('buyer')
  await page.goto('/search')
  const { results } = new SearchPage(page)
  await expect(results).toHaveCount(20)
  for (const atLeast of [40, 60]) {
    await results.last().scrollIntoViewIfNeeded()
    await expect.poll(() => results.count()).toBeGreaterThanOrEqual(atLeast)
  }
})

test('a slip of the keys is forgiven, a word that is none is answered with the nearest', async ({
  page,
  signIn,
  expectSound,
}) => {
  await signIn('buyer')
  await page.goto('/search?q=arsnal')
  const search = new SearchPage(page)
  await expect(search.results.first()).toContainText('Arsenal')
  await search.field.fill('xrsenla')
  await expect(page.getByText('No match for “xrsenla”')).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: /^Did you mean/ }).click()
  await expect(search.results.first()).toBeVisible()
})

test('without an answer the search says so, keeps what was typed and goes on when asked again', async ({
  page,
  signIn,
  pageErrors,
  expectSound,
}) => {
  pageErrors.expected.push(/Failed to load resource/)
  await signIn('buyer')
  await page.route('**/1/indexes/**', (route) => route.abort())
  await page.goto('/search?q=arsenal')
  await expect(page.getByRole('alert')).toContainText('The search does not answer')
  await expectSound(page)
  await page.unroute('**/1/indexes/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  const search = new SearchPage(page)
  await expect(search.results.first()).toContainText('Arsenal')
  await expect(search.field).toHaveValue('arsenal')
})
