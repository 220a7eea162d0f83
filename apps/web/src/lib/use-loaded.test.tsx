import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fetchAhead, useLoaded, type Load } from './use-loaded.ts'

const Menu = ({ name }: { name: string }) => <p>Menu of {name}</p>
const lost = new TypeError('Failed to fetch dynamically imported module')

function Place({ load }: { load: Load<{ name: string }> }) {
  const { Loaded, isFailed } = useLoaded(load)
  return Loaded ? <Loaded name="Ann" /> : <p>{isFailed ? 'nothing' : 'waiting'}</p>
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
