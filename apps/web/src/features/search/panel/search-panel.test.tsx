import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { SearchPanel, type ResultsProps, type LoadResults } from './search-panel.tsx'
import { emptySearch } from '#web/features/search/query/search-state.ts'

const Results = ({ searchState }: ResultsProps) => <p>Results for “{searchState.text}”</p>

test('offline, the field stays and shows an error; retrying loads the results', async () => {
  const load = vi
    .fn<LoadResults>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValue({ default: Results })
  render(
    <SearchPanel
      searchState={{ ...emptySearch, text: 'arsenal' }}
      onSearchChange={() => undefined}
      loadResults={load}
    />,
  )
  expect((await screen.findByRole('alert')).textContent).toContain('Couldn’t load search')
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('arsenal')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Results for “arsenal”')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})
