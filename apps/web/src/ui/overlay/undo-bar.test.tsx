import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { UndoBar } from './undo-bar.tsx'
import { showUndo } from './show-undo.ts'

const undo = vi.fn<() => void>()
beforeEach(() => undo.mockReset())

function offer(message = 'Removed from your selection', until?: number) {
  render(
    <>
      <button type="button">Before</button>
      <input aria-label="Note" />
      <UndoBar />
    </>,
  )
  screen.getByRole('button', { name: 'Before' }).focus()
  act(() => showUndo(message, undo, until))
}

const undoButton = () => screen.queryByRole('button', { name: /^Undo/ })

test('undo reverses the action once, and the focus returns to where it was', async () => {
  offer()
  expect(screen.getByRole('status').textContent).toBe('Removed from your selection. Press Z to undo.')
  await userEvent.click(screen.getByRole('button', { name: /^Undo/ }))
  expect(undo).toHaveBeenCalledOnce()
  expect(undoButton()).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Before' }))
})

test('Z undoes, but not while typing', async () => {
  offer()
  await userEvent.type(screen.getByLabelText('Note'), 'z')
  expect(undo).not.toHaveBeenCalled()
  screen.getByRole('button', { name: 'Before' }).focus()
  await userEvent.keyboard('z')
  await userEvent.keyboard('z')
  expect(undo).toHaveBeenCalledOnce()
})

test('the undo bar closes after five seconds; hovering pauses it', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  offer()
  act(() => void vi.advanceTimersByTime(3000))
  const bar = screen.getByRole('group', { name: 'Undo' })
  act(() => void bar.dispatchEvent(new MouseEvent('pointerover', { bubbles: true })))
  act(() => void vi.advanceTimersByTime(20_000))
  expect(undoButton()).not.toBeNull()
  act(() => void bar.dispatchEvent(new MouseEvent('pointerout', { bubbles: true })))
  act(() => void vi.advanceTimersByTime(1900))
  expect(undoButton()).not.toBeNull()
  act(() => void vi.advanceTimersByTime(200))
  expect(undoButton()).toBeNull()
  expect(undo).not.toHaveBeenCalled()
})

test('an offer with a deadline ends then, even while pointed at', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
  offer('Releasing 2 tickets', Date.now() + 4000)
  const bar = screen.getByRole('group', { name: 'Undo' })
  act(() => void bar.dispatchEvent(new MouseEvent('pointerover', { bubbles: true })))
  act(() => void vi.advanceTimersByTime(3900))
  expect(undoButton()).not.toBeNull()
  act(() => void vi.advanceTimersByTime(200))
  expect(undoButton()).toBeNull()
})

test('a newer action replaces the offer', async () => {
  offer('First')
  const newer = vi.fn<() => void>()
  act(() => showUndo('Second', newer))
  await userEvent.keyboard('z')
  expect([undo.mock.calls.length, newer.mock.calls.length]).toEqual([0, 1])
})
