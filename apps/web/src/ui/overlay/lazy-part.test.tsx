import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { isDialogOpen } from '#web/lib/commands/shortcut-keys.ts'
import type { ComponentLoader } from '#web/lib/hooks/use-lazy-component.ts'
import { LazyPart } from './lazy-part.tsx'

const Menu = ({ name }: { name: string; isOpen?: boolean }) => <p>Menu of {name}</p>
const loadError = new TypeError('Failed to fetch dynamically imported module')

test('a failed load shows an error below the page and can be retried', async () => {
  const load = vi
    .fn<ComponentLoader<{ name: string }>>()
    .mockRejectedValueOnce(loadError)
    .mockResolvedValue({ default: Menu })
  render(
    <main>
      The page
      <LazyPart load={load} props={{ name: 'Ann' }} />
    </main>,
  )
  expect((await screen.findByRole('alert')).textContent).toContain('Couldn’t load this. Try again.')
  expect(screen.getByText('The page')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Menu of Ann')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a load that failed offline is repeated when the browser is back online', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const load = vi
    .fn<ComponentLoader<{ name: string }>>()
    .mockRejectedValueOnce(loadError)
    .mockResolvedValue({ default: Menu })
  render(<LazyPart load={load} props={{ name: 'Ann' }} />)
  expect((await screen.findByRole('alert')).textContent).toContain('This loads when you’re back online.')
  online.mockReturnValue(true)
  act(() => void window.dispatchEvent(new Event('online')))
  expect(await screen.findByText('Menu of Ann')).toBeTruthy()
})

test('keys that are pressed while an open dialog loads are not taken for shortcuts of the page', async () => {
  const menu = Promise.withResolvers<{ default: typeof Menu }>()
  const load = () => menu.promise
  const { rerender } = render(<LazyPart load={load} props={{ name: 'Ann', isOpen: false }} />)
  expect(isDialogOpen()).toBe(false)
  rerender(<LazyPart load={load} props={{ name: 'Ann', isOpen: true }} />)
  expect(isDialogOpen()).toBe(true)
  menu.resolve({ default: Menu })
  await screen.findByText('Menu of Ann')
  expect(isDialogOpen()).toBe(false)
})
