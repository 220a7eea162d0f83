import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { ComponentLoader } from '#web/lib/hooks/use-lazy-component.ts'
import { lazyPage } from './lazy-page.tsx'

test('a page that could not be loaded while the server restarts loads by itself', async () => {
  // The document has been open for a minute.
  const opened = performance.now()
  const { now } = performance
  vi.spyOn(performance, 'now').mockImplementation(() => 60_000 + now.call(performance) - opened)
  const load = vi
    .fn<ComponentLoader<object>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
    .mockResolvedValue({ default: () => <p>Purchase confirmed</p> })
  const Page = lazyPage(load)
  render(<Page />)
  expect(await screen.findByText('Something went wrong on this page')).toBeTruthy()
  expect(await screen.findByText('Purchase confirmed')).toBeTruthy()
})
