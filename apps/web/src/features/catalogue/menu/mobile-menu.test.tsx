import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { mockRoute, errorReply } from '#web/test/mock-api.ts'
import { wireContentOf } from '#web/test/menu-factories.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'

const meta = { total: 2, page: 1, per_page: 50, last_page: 1, currency: 'GBP', rate_stale: false }

beforeEach(() => {
  mockShell()
  mockRoute(catalogueRoutes.content, ({ body }) => ({ data: wireContentOf(body), meta }))
})

const opener = () => screen.findByRole('button', { name: 'Menu' })

async function openMenu() {
  await userEvent.click(await opener())
  return within(await screen.findByRole('dialog', { name: 'Menu' }))
}

test('[MOBILE-01] [MOBILE-03] [MOBILE-04] [MOBILE-06] the drawer "Menu" opens from the right in 300 ms and can be closed', async () => {
  await renderRoute('/category/premier-league')
  const drawer = await openMenu()
  expect(drawer.getByRole('heading', { name: 'Menu' })).toBeTruthy()
  const panel = screen.getByRole('dialog').parentElement
  expect(panel?.className).toContain('right-0')
  expect(panel?.className).toContain('duration-300')
  await userEvent.click(drawer.getByRole('button', { name: 'Close' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('[MOBILE-02] large screens show neither the drawer nor its button', async () => {
  await renderRoute('/category/premier-league')
  expect((await opener()).className).toContain('lg:hidden')
  await openMenu()
  vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
    Object.assign(new EventTarget(), {
      media,
      matches: true,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    }),
  )
  await userEvent.keyboard('{Escape}')
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.click(await opener())
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('[MOBILE-05] a sub-menu opens inside the drawer and "Back" returns one level, by keyboard too', async () => {
  await renderRoute('/category/premier-league')
  const drawer = await openMenu()
  await userEvent.click(drawer.getByRole('button', { name: 'Football' }))
  expect(document.activeElement?.textContent).toBe('Back')
  await userEvent.keyboard('{Tab}{Tab}{Enter}')
  const teams = drawer.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  expect(teams).toEqual([
    ['All Premier League', '/category/premier-league'],
    ['Arsenal', '/performer/arsenal'],
    ['Brighton & Hove', '/performer/brighton-and-hove'],
  ])
  await userEvent.click(drawer.getByRole('button', { name: 'Back' }))
  expect(drawer.getByRole('link', { name: 'All Football' })).toBeTruthy()
  await userEvent.click(drawer.getByRole('button', { name: 'Back' }))
  expect(drawer.queryByRole('button', { name: 'Back' })).toBeNull()
})

test('[MOBILE-09] [MOBILE-10] the active item and its ancestors are marked, found by the path', async () => {
  await renderRoute('/performer/any/22')
  const drawer = await openMenu()
  const ariaCurrentOf = (name: string) => drawer.getByRole('button', { name }).getAttribute('aria-current')
  expect([ariaCurrentOf('Football'), ariaCurrentOf('Motorsport')]).toEqual(['true', null])
  await userEvent.click(drawer.getByRole('button', { name: 'Football' }))
  expect([ariaCurrentOf('Premier League'), ariaCurrentOf('La Liga')]).toEqual(['true', null])
  await userEvent.click(drawer.getByRole('button', { name: 'Premier League' }))
  expect(drawer.getByRole('link', { current: 'page' }).textContent).toBe('Brighton & Hove')
})

test('[MOBILE-07] choosing an item navigates and closes the drawer', async () => {
  const router = await renderRoute('/category/premier-league')
  const drawer = await openMenu()
  await userEvent.click(drawer.getByRole('button', { name: 'Motorsport' }))
  await userEvent.click(drawer.getByRole('link', { name: 'Formula 1' }))
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/category/formula-1'))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test("when the menu can't be loaded, the drawer shows an error and can retry", async () => {
  mockRoute(catalogueRoutes.menu, () => errorReply(403, 'Unavailable'))
  await renderRoute('/category/premier-league')
  const drawer = await openMenu()
  expect(await drawer.findByText('Couldn’t load the menu')).toBeTruthy()
  mockShell()
  await userEvent.click(drawer.getByRole('button', { name: 'Try again' }))
  expect(await drawer.findByRole('button', { name: 'Football' })).toBeTruthy()
})
