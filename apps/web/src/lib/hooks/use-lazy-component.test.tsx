import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { tryReload } from '#web/lib/url/navigation.ts'
import { preloadComponent, useLazyComponent, type ComponentLoader } from './use-lazy-component.ts'

vi.mock('#web/lib/url/navigation.ts', () => ({ tryReload: vi.fn<() => Promise<boolean>>() }))

const Menu = ({ name }: { name: string }) => <p>Menu of {name}</p>
const loadError = new TypeError('Failed to fetch dynamically imported module')

function Host({ load }: { load: ComponentLoader<{ name: string }> }) {
  const { Loaded, isFailed, retry, retryInBackground } = useLazyComponent(load)
  if (Loaded) return <Loaded name="Ann" />
  return isFailed ? (
    <>
      <button type="button" onClick={retry}>
        Again
      </button>
      <button type="button" onClick={retryInBackground}>
        In background
      </button>
    </>
  ) : (
    <p>waiting</p>
  )
}

test('a loaded component renders immediately and is not loaded again', async () => {
  const load = vi.fn<ComponentLoader<{ name: string }>>().mockResolvedValue({ default: Menu })
  const { unmount } = render(<Host load={load} />)
  expect(screen.getByText('waiting')).toBeTruthy()
  await screen.findByText('Menu of Ann')
  unmount()
  render(<Host load={load} />)
  expect(screen.getByText('Menu of Ann')).toBeTruthy()
  expect(load).toHaveBeenCalledOnce()
})

test('a second failure reloads the page if the server responds', async () => {
  const load = vi.fn<ComponentLoader<{ name: string }>>().mockRejectedValue(loadError)
  vi.mocked(tryReload).mockResolvedValueOnce(false).mockResolvedValueOnce(true)
  render(<Host load={load} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Again' }))
  await vi.waitFor(() => expect(tryReload).toHaveBeenCalledOnce())
  await userEvent.click(await screen.findByRole('button', { name: 'Again' }))
  await vi.waitFor(() => expect(tryReload).toHaveBeenCalledTimes(2))
  // The page is about to reload, so no error is shown.
  expect(screen.getByText('waiting')).toBeTruthy()
})

test('a retry in the background never reloads the page', async () => {
  const load = vi.fn<ComponentLoader<{ name: string }>>().mockRejectedValue(loadError)
  vi.mocked(tryReload).mockClear()
  render(<Host load={load} />)
  await userEvent.click(await screen.findByRole('button', { name: 'In background' }))
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(2))
  expect(await screen.findByRole('button', { name: 'Again' })).toBeTruthy()
  expect(tryReload).not.toHaveBeenCalled()
})

test('a preloaded component renders immediately, and a failed preload shows no error', async () => {
  const load = vi
    .fn<ComponentLoader<{ name: string }>>()
    .mockRejectedValueOnce(loadError)
    .mockResolvedValue({ default: Menu })
  await preloadComponent(load)
  await preloadComponent(load)
  render(<Host load={load} />)
  expect(screen.getByText('Menu of Ann')).toBeTruthy()
})
