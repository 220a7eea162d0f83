import { catalogueRoutes, type WireEvent } from '@terrace/contracts/catalogue'
import type { Page } from '@playwright/test'
import { expect, test } from './session-fixtures.ts'
import { EventPage } from './pages/event-page.ts'
import { HomePage, SearchPage } from './pages/home-page.ts'

const weekdayOf = (event: WireEvent) => new Date(`${event.event_date_local}Z`).getUTCDay()

/** A broker's search goal, the keys to press, and how to recognise the right event. */
const searchGoals: {
  target: string
  keys: readonly string[]
  isExpected: (event: WireEvent) => boolean
}[] = [
  {
    target: 'Arsenal v Manchester United',
    keys: [...'ars mu'.split(''), 'Enter'],
    isExpected: ({ title }) => /^Arsenal vs? Manchester United$/.test(title),
  },
  {
    target: 'the Monza race',
    keys: [...'monza gp'.split(''), 'Enter'],
    isExpected: ({ category, venue }) => category.name === 'Formula 1' && venue.city === 'Monza',
  },
  {
    target: 'a Sunday Night NFL game',
    keys: [...'snf'.split(''), 'Enter'],
    isExpected: (event) =>
      event.category.name === 'NFL' && weekdayOf(event) === 0 && event.event_date_local.slice(11) >= '17:00',
  },
  {
    target: 'a New York concert',
    keys: [...'ny conc'.split(''), 'Enter'],
    isExpected: ({ category, venue }) => venue.city === 'New York' && /Philharmonic/.test(category.name),
  },
]

async function pressAll(page: Page, keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key === ' ' ? 'Space' : key)
}

for (const { target, keys, isExpected } of searchGoals) {
  test(
    `[SEARCH-01] [SEARCH-07] from a cold page, ${keys.length} keys after "/" lead to ${target}`,
    { tag: '@once' },
    async ({ page, logIn, isMobile }) => {
      test.skip(isMobile, 'phones have no such keys')
      expect(keys.length).toBeLessThan(10)
      const buyer = await logIn('buyer')
      await page.goto('/')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.keyboard.press('/')
      await pressAll(page, keys)
      await expect(page).toHaveURL(/\/tickets\/[^/]+\/\d+$/)
      const eventId = Number(new URL(page.url()).pathname.split('/').at(-1))
      const { data } = await buyer.call(catalogueRoutes.event, { params: { event_id: eventId } })
      expect(isExpected(data), `${data.title}, ${data.event_date_local}, ${data.venue.city}`).toBe(true)
      await expect(new EventPage(page).heading).toHaveText(data.title)
    },
  )
}

test('[HEAD-03] search opens over the page and leaves it unchanged', async ({
  page,
  logIn,
  expectAccessibleLayout,
}) => {
  await logIn('buyer')
  await page.goto('/')
  await expect(new HomePage(page).hot.getByRole('listitem').first()).toBeVisible()
  // Late content moves the page too.
  await page.waitForLoadState('networkidle')
  await page.evaluate('window.scrollTo(0, 400)')
  const before = await page.evaluate<number>('window.scrollY')
  const search = new SearchPage(page)
  await page.keyboard.press('/')
  await expect(search.field).toBeFocused()
  await expect(search.button).toHaveAttribute('aria-expanded', 'true')
  await expect(search.count).toBeVisible()
  await search.field.fill('liverpool')
  await expect(search.count).toContainText('liverpool')
  await expect(search.results.first()).toContainText(/\d+ tickets?/)
  await expectAccessibleLayout(page)
  await search.button.click()
  await expect(search.field).toHaveCount(0)
  await expect(page).toHaveURL('/')
  await expect.poll(() => page.evaluate<number>('window.scrollY')).toBe(before)
})

test('[SEARCH-02] [SEARCH-11] [DATE-01] a search URL restores text, dates, category and city', async ({
  page,
  logIn,
  isMobile,
  expectAccessibleLayout,
}) => {
  await logIn('buyer')
  await page.goto('/search')
  const search = new SearchPage(page)
  await search.field.fill('united')
  await expect(search.count).toContainText('united')
  if (isMobile) await page.getByRole('button', { name: 'Filters' }).click()
  const box = search.filters.getByRole('checkbox', { name: /^Premier League/ })
  const label = search.filters.locator('label').filter({ hasText: 'Premier League' })
  await label.click()
  await expect(box).toBeChecked()
  // Category counts have their own response and show old numbers until it arrives.
  let count = Number.NaN
  await expect(async () => {
    count = Number((await label.innerText()).replaceAll(/\D/g, ''))
    await expect(search.count).toHaveText(`${count} events match “united”`, { timeout: 500 })
  }).toPass({ timeout: 20_000 })
  await search.filters.getByLabel('From').fill('2027-01-01')
  await expect(page).toHaveURL('/search?q=united&startDate=2027-01-01&category=Premier+League')
  await expect(search.count).not.toHaveText(`${count} events match “united”`)
  await expectAccessibleLayout(page)
  const shown = await search.count.innerText()
  await page.reload()
  await expect(search.field).toHaveValue('united')
  await expect(search.count).toHaveText(shown)
})

test('scrolling to the end of the list loads more events automatically', async ({ page, logIn }) => {
  await logIn('buyer')
  await page.goto('/search')
  const { results } = new SearchPage(page)
  await expect(results.first()).toBeVisible()
  for (const atLeast of [40, 60, 80]) {
    await results.last().scrollIntoViewIfNeeded()
    await expect.poll(() => results.count()).toBeGreaterThanOrEqual(atLeast)
  }
})

test('a typo is tolerated, and an unknown word gets the nearest suggestion', async ({ page, logIn }) => {
  await logIn('buyer')
  await page.goto('/search?q=arsnal')
  const search = new SearchPage(page)
  await expect(search.results.first()).toContainText('Arsenal')
  await search.field.fill('xrsenla')
  await expect(page.getByText('No match for “xrsenla”')).toBeVisible()
  await page.getByRole('button', { name: /^Did you mean/ }).click()
  await expect(search.results.first()).toBeVisible()
})

test('a failed search shows an error, keeps the text and can be retried', async ({
  page,
  logIn,
  pageErrors,
  expectAccessibleLayout,
}) => {
  pageErrors.expected.push(/Failed to load resource/)
  await logIn('buyer')
  await page.route('**/1/indexes/**', (route) => route.abort())
  await page.goto('/search?q=arsenal')
  await expect(page.getByRole('alert')).toContainText('Search isn’t responding')
  await expectAccessibleLayout(page)
  await page.unroute('**/1/indexes/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  const search = new SearchPage(page)
  await expect(search.results.first()).toContainText('Arsenal')
  await expect(search.field).toHaveValue('arsenal')
})
