import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { OnDemand } from '#web/ui/on-demand.tsx'
import { fetchAhead, useLoaded, type Load } from './use-loaded.ts'

const Menu = ({ name }: { name: string }) => <p>Menu of {name}</p>
const lost = new TypeError('Failed to fetch dynamically imported module')

function Place({ load }: { load: Load<{ name: string }> }) {
  const { Loaded, isFailed } = useLoaded(load)
  return Loaded ? <Loaded name="Ann" /> : <p>{isFailed ? 'nothing' : 'waiting'}</p>
}

test('what cannot be fetched says so at the foot of the page, which stays, and comes when asked for again', async () => {
  const load = vi
    .fn<Load<{ name: string }>>()
    .mockRejectedValueOnce(lost)
    .mockResolvedValue({ default: Menu })
  render(
    <main>
      The page
      <OnDemand load={load} props={{ name: 'Ann' }} />
    </main>,
  )
  expect((await screen.findByRole('alert')).textContent).toContain('This could not be loaded.')
  expect(screen.getByText('The page')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Menu of Ann')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

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
