import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useRef } from 'react'
import { expect, test, vi } from 'vitest'
import { useListNavigation } from './use-list-navigation.ts'

function List({ rows }: { rows: readonly string[] }) {
  const list = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const keys = useListNavigation({ list, field })
  return (
    <>
      <input ref={field} aria-label="Field" onKeyDown={keys.onFieldKeyDown} />
      <div ref={list} role="presentation" onKeyDown={keys.onListKeyDown}>
        {rows.map((row) => (
          <a key={row} href={`/${row}`}>
            {row}
          </a>
        ))}
      </div>
      <button type="button">Elsewhere</button>
    </>
  )
}

const focused = () => document.activeElement?.textContent

test('replaced rows keep the focus position, and the keys continue from there', async () => {
  const { rerender } = render(<List rows={['old 1', 'old 2', 'old 3']} />)
  await userEvent.click(screen.getByLabelText('Field'))
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(focused()).toBe('old 2')
  rerender(<List rows={['new 1', 'new 2', 'new 3']} />)
  await vi.waitFor(() => expect(focused()).toBe('new 2'))
  await userEvent.keyboard('{ArrowDown}')
  expect(focused()).toBe('new 3')
  rerender(<List rows={['last']} />)
  await vi.waitFor(() => expect(focused()).toBe('last'))
  rerender(<List rows={[]} />)
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Field')))
})

test('a moved row keeps the focus', async () => {
  const { rerender } = render(<List rows={['a', 'b', 'c']} />)
  screen.getByText('b').focus()
  rerender(<List rows={['x', 'y', 'a', 'b']} />)
  expect(focused()).toBe('b')
  rerender(<List rows={['b', 'z']} />)
  expect(focused()).toBe('b')
})

test('the focus does not return to a list that the user has left', async () => {
  const { rerender } = render(<List rows={['a', 'b']} />)
  screen.getByText('b').focus()
  await userEvent.click(screen.getByRole('button', { name: 'Elsewhere' }))
  rerender(<List rows={['c', 'd']} />)
  await Promise.resolve()
  expect(focused()).toBe('Elsewhere')
  screen.getByText('c').focus()
  screen.getByText('c').blur()
  await Promise.resolve()
  rerender(<List rows={['e', 'f']} />)
  await Promise.resolve()
  expect(document.activeElement).toBe(document.body)
})
