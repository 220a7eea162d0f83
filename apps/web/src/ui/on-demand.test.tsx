import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { Load } from '#web/lib/use-loaded.ts'
import { OnDemand } from './on-demand.tsx'

const Menu = ({ name }: { name: string }) => <p>Menu of {name}</p>
const lost = new TypeError('Failed to fetch dynamically imported module')

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
