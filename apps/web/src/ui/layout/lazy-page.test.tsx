import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { ComponentLoader } from '#web/lib/hooks/use-lazy-component.ts'
import { tryReload } from '#web/lib/url/navigation.ts'
import { lazyPage } from './lazy-page.tsx'

vi.mock('#web/lib/url/navigation.ts', () => ({ tryReload: vi.fn<() => Promise<boolean>>() }))

test.each([
  ['a minute', 60_000],
  ['a second', 1000],
])('a page that fails to load %s after the document was opened loads by itself', async (_, openForMs) => {
  const opened = performance.now()
  const { now } = performance
  vi.spyOn(performance, 'now').mockImplementation(() => openForMs + now.call(performance) - opened)
  const load = vi
    .fn<ComponentLoader<object>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
    .mockResolvedValue({ default: () => <p>Purchase confirmed</p> })
  const Page = lazyPage(load)
  render(<Page />)
  expect(await screen.findByText('Something went wrong on this page')).toBeTruthy()
  expect(await screen.findByText('Purchase confirmed')).toBeTruthy()
})

test('a page that never loads does not reload a document that was just opened', async () => {
  const load = vi.fn<ComponentLoader<object>>().mockRejectedValue(new TypeError('Failed to fetch'))
  vi.spyOn(performance, 'now').mockReturnValue(1000)
  const Page = lazyPage(load)
  render(<Page />)
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(2), { timeout: 10_000 })
  expect(await screen.findByText('We’re trying again.')).toBeTruthy()
  expect(tryReload).not.toHaveBeenCalled()
})

test('a document that was just opened is reloaded a little later if the file still does not load', async () => {
  vi.mocked(tryReload).mockClear()
  const load = vi.fn<ComponentLoader<object>>().mockRejectedValue(new TypeError('Failed to fetch'))
  const now = vi.spyOn(performance, 'now').mockReturnValue(1000)
  const Page = lazyPage(load)
  render(<Page />)
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(2), { timeout: 10_000 })
  expect(tryReload).not.toHaveBeenCalled()
  now.mockReturnValue(12_000)
  await vi.waitFor(() => expect(tryReload).toHaveBeenCalled(), { timeout: 10_000 })
})
