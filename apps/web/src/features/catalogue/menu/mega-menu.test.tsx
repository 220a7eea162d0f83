import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { mockRoute, errorReply } from '#web/test/mock-api.ts'
import { wireContentOf, wireMenu, wireMenuOption } from '#web/test/menu-factories.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'

const meta = { total: 2, page: 1, per_page: 50, last_page: 1, currency: 'GBP', rate_stale: false }

beforeEach(() => {
  mockShell()
  mockRoute(catalogueRoutes.content, ({ body }) => ({ data: wireContentOf(body), meta }))
})

const trigger = (name: string) => screen.findByRole('button', { name })
const menu = async () => within(await screen.findByRole('navigation', { name: 'Events' }))
const focused = () => document.activeElement?.textContent

test("[MENU-01] [MENU-02] the server's menu shows three levels: bar, competitions, teams", async () => {
  await renderRoute('/category/la-liga')
  await userEvent.click(await trigger('Motorsport'))
  expect((await menu()).getAllByRole('link').map((link) => link.textContent)).toEqual([
    'All Motorsport',
    'Formula 1',
  ])
  await userEvent.click(await trigger('Football'))
  const links = (await menu()).getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['All Football', '/category/football'],
    ['Premier League', '/category/premier-league'],
    ['La Liga', '/category/la-liga'],
    ['Barcelona', '/performer/barcelona'],
  ])
  expect((await menu()).getByRole('link', { current: 'page' }).textContent).toBe('La Liga')
  await userEvent.hover((await menu()).getByRole('link', { name: 'Premier League' }))
  expect(await (await menu()).findByRole('link', { name: 'Arsenal' })).toBeTruthy()
})

test('[MENU-01] a fourth level folds into the third column', async () => {
  const [football] = wireMenu()
  if (!football) throw new Error('no menu')
  const deep = wireMenuOption({ id: 90, title: 'All sports', slug: 'all', sub_menu: [football] })
  mockRoute(catalogueRoutes.menu, () => ({ data: { '{product}_menu': [deep] } }))
  await renderRoute('/category/premier-league')
  await userEvent.click(await trigger('All sports'))
  const third = within((await menu()).getByRole('list', { name: 'Football' })).getAllByRole('link')
  expect(third.map((link) => link.textContent)).toEqual([
    'Premier League',
    'Arsenal',
    'Brighton & Hove',
    'La Liga',
    'Barcelona',
  ])
})

test('[MENU-03] the cached menu shows on the next page load while a new one loads', async () => {
  localStorage.setItem('header-menu', JSON.stringify([wireMenuOption({ title: 'Cached' })]))
  let send = (): void => undefined
  const requests = mockRoute(catalogueRoutes.menu, async () => {
    await new Promise<void>((resolve) => (send = resolve))
    return { data: { '{product}_menu': wireMenu() } }
  })
  await renderRoute('/category/premier-league')
  expect(await trigger('Cached')).toBeTruthy()
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  act(() => send())
  expect(await trigger('Football')).toBeTruthy()
  expect(localStorage.getItem('header-menu')).toBe(JSON.stringify(wireMenu()))
})

test('[MENU-03] a cached menu survives a failed request; an invalid one is ignored', async () => {
  localStorage.setItem('header-menu', '[{"title":1}]')
  mockRoute(catalogueRoutes.menu, () => errorReply(403, 'Unavailable'))
  await renderRoute('/category/premier-league')
  await screen.findByRole('heading', { level: 1, name: 'Premier League' })
  expect((await menu()).queryAllByRole('button')).toEqual([])
})

test('arrow keys open the menu and move in it; Esc closes it and restores focus', async () => {
  await renderRoute('/category/premier-league')
  ;(await trigger('Football')).focus()
  await userEvent.keyboard('{ArrowRight}')
  expect(focused()).toBe('Motorsport')
  await userEvent.keyboard('{ArrowRight}{ArrowDown}')
  // The panel may still be loading.
  await vi.waitFor(() => expect(focused()).toBe('All Football'))
  await userEvent.keyboard('{ArrowDown}{ArrowRight}')
  expect(focused()).toBe('Arsenal')
  await userEvent.keyboard('{ArrowLeft}{ArrowDown}{ArrowRight}')
  expect(focused()).toBe('Barcelona')
  await userEvent.keyboard('{Escape}')
  expect(focused()).toBe('Football')
  expect((await menu()).queryAllByRole('link')).toEqual([])
  await userEvent.keyboard('{Enter}')
  expect((await trigger('Football')).getAttribute('aria-expanded')).toBe('true')
  await userEvent.keyboard('{ArrowDown}{ArrowUp}{Enter}')
  expect((await trigger('Football')).getAttribute('aria-expanded')).toBe('false')
})

test('resting the mouse opens the menu, passing over it does not; leaving closes it', async () => {
  await renderRoute('/category/premier-league')
  const football = await trigger('Football')
  vi.useFakeTimers()
  const mouse = { pointerType: 'mouse' }
  fireEvent.pointerEnter(football, mouse)
  act(() => void vi.advanceTimersByTime(60))
  fireEvent.pointerLeave(football.parentElement ?? football, mouse)
  act(() => void vi.advanceTimersByTime(400))
  expect(football.getAttribute('aria-expanded')).toBe('false')
  fireEvent.pointerEnter(football, mouse)
  act(() => void vi.advanceTimersByTime(130))
  expect(football.getAttribute('aria-expanded')).toBe('true')
  fireEvent.pointerLeave(football.parentElement ?? football, mouse)
  act(() => void vi.advanceTimersByTime(260))
  expect(football.getAttribute('aria-expanded')).toBe('false')
  fireEvent.pointerEnter(football, { pointerType: 'touch' })
  act(() => void vi.advanceTimersByTime(500))
  expect(football.getAttribute('aria-expanded')).toBe('false')
})

test('choosing an entry or moving focus away closes the menu', async () => {
  const router = await renderRoute('/category/premier-league')
  await userEvent.click(await trigger('Football'))
  await userEvent.click((await menu()).getByRole('link', { name: 'Arsenal' }))
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/performer/arsenal'))
  expect((await menu()).queryAllByRole('link')).toEqual([])
  await userEvent.click(await trigger('Football'))
  act(() => screen.getByRole('button', { name: /Your account/ }).focus())
  expect((await menu()).queryAllByRole('link')).toEqual([])
})
