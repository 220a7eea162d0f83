import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { SearchPanel, type AnswersProps, type LoadAnswers } from './search-panel.tsx'
import { emptyWish } from './search-wish.ts'

const Answers = ({ wish }: AnswersProps) => <p>Answers to “{wish.text}”</p>

test('without a connection the field stays, says why nothing comes, and goes on when asked again', async () => {
  const load = vi
    .fn<LoadAnswers>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValue({ default: Answers })
  render(<SearchPanel wish={{ ...emptyWish, text: 'arsenal' }} onWish={() => undefined} loadAnswers={load} />)
  expect((await screen.findByRole('alert')).textContent).toContain('The search could not be loaded')
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('arsenal')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Answers to “arsenal”')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})
