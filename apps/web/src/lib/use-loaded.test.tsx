import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { loadAnew } from './navigation.ts'
import { fetchAhead, useLoaded, type Load } from './use-loaded.ts'

vi.mock('./navigation.ts', () => ({ loadAnew: vi.fn<() => Promise<boolean>>() }))

const Menu = ({ name }: { name: string }) => <p>Menu of {name}</p>
const lost = new TypeError('Failed to fetch dynamically imported module')

function Place({ load }: { load: Load<{ name: string }> }) {
  const { Loaded, isFailed, retry } = useLoaded(load)
  if (Loaded) return <Loaded name="Ann" />
  return isFailed ? (
    <button type="button" onClick={retry}>
      Again
    </button>
  ) : (
    <p>waiting</p>
  )
}

test('what has been fetched once is there at once the next time, and is not fetched again', async () => {
  const load = vi.fn<Load<{ name: string }>>().mockResolvedValue({ default: Menu })
  const { unmount } = render(<Place load={load} />)
  expect(screen.getByText('waiting')).toBeTruthy()
  await screen.findByText('Menu of Ann')
  unmount()
  render(<Place load={load} />)
  expect(screen.getByText('Menu of Ann')).toBeTruthy()
  expect(load).toHaveBeenCalledOnce()
})

test('what fails again loads the page anew, where the server answers; else it stays as it is', async () => {
  const load = vi.fn<Load<{ name: string }>>().mockRejectedValue(lost)
  vi.mocked(loadAnew).mockResolvedValueOnce(false).mockResolvedValueOnce(true)
  render(<Place load={load} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Again' }))
  await vi.waitFor(() => expect(loadAnew).toHaveBeenCalledOnce())
  await userEvent.click(await screen.findByRole('button', { name: 'Again' }))
  await vi.waitFor(() => expect(loadAnew).toHaveBeenCalledTimes(2))
  // It is about to go: what failed is not said once more.
  expect(screen.getByText('waiting')).toBeTruthy()
})

test('what was fetched ahead is there at once, and a failure ahead of need is nobody’s', async () => {
  const load = vi
    .fn<Load<{ name: string }>>()
    .mockRejectedValueOnce(lost)
    .mockResolvedValue({ default: Menu })
  await fetchAhead(load)
  await fetchAhead(load)
  render(<Place load={load} />)
  expect(screen.getByText('Menu of Ann')).toBeTruthy()
})
