import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { MainContent } from '#web/ui/layout/main-content.tsx'
import { PageError } from './page-error.tsx'

const error = new Error('boom')

test.each([
  ['inside the frame of the other pages', () => <MainContent>{pageError}</MainContent>],
  ['in place of the whole page', () => pageError],
])('a page that fails %s has one main landmark', (_place, Page) => {
  render(<Page />)
  expect(screen.getAllByRole('main')).toHaveLength(1)
  expect(screen.getByText('Something went wrong on this page')).toBeTruthy()
})

const pageError = <PageError error={error} reset={() => undefined} />
