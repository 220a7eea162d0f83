import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { showToast, toastQueue, type ToastSeverity } from './toast-queue.ts'
import { ToastRegion } from './toast.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  toastQueue.clear()
  render(<ToastRegion />)
})

function show(message: string, severity?: ToastSeverity) {
  act(() => showToast(message, severity))
  return screen.getByRole('alertdialog')
}

function pass(ms: number) {
  act(() => {
    vi.advanceTimersByTime(ms)
  })
}

describe('colours', () => {
  test('[TOAST-01] severity 0 is success and green', () => {
    const toast = show('Held', 0)
    expect(toast).toHaveProperty('dataset.colour', 'green')
    expect(screen.getByRole('img', { name: 'Success' })).toBeTruthy()
  })

  test('[TOAST-01] no severity is success and green', () => {
    expect(show('Held').dataset['colour']).toBe('green')
  })

  test('[TOAST-02] severity 1 is error and rose', () => {
    expect(show('Gone', 1).dataset['colour']).toBe('rose')
    expect(screen.getByRole('img', { name: 'Error' })).toBeTruthy()
  })

  test('[TOAST-03] severity 2 is warning and orange', () => {
    expect(show('Few left', 2).dataset['colour']).toBe('orange')
    expect(screen.getByRole('img', { name: 'Warning' })).toBeTruthy()
  })
})

describe('time', () => {
  test('[TOAST-04] a toast closes after 3000 ms, not before', () => {
    show('Held')
    pass(2999)
    expect(screen.queryByText('Held')).not.toBeNull()
    pass(1)
    expect(screen.queryByText('Held')).toBeNull()
  })

  test('[TOAST-05] hovering over the toast pauses the timer', () => {
    const toast = show('Held')
    pass(2000)
    fireEvent.pointerEnter(toast, { pointerType: 'mouse' })
    pass(60_000)
    expect(screen.queryByText('Held')).not.toBeNull()
  })

  test('[TOAST-06] the timer resumes with the remaining time when the pointer leaves', () => {
    const toast = show('Held')
    pass(2000)
    fireEvent.pointerEnter(toast, { pointerType: 'mouse' })
    pass(60_000)
    fireEvent.pointerLeave(toast, { pointerType: 'mouse' })
    pass(999)
    expect(screen.queryByText('Held')).not.toBeNull()
    pass(1)
    expect(screen.queryByText('Held')).toBeNull()
  })
})

test('[TOAST-07] a toast is 24.125rem wide', () => {
  expect(show('Held').style.width).toBe('24.125rem')
})

test('a toast is announced when it appears', () => {
  show('Held')
  expect(screen.getByRole('alert').textContent).toContain('Held')
})

test('a toast can be closed by its button', () => {
  show('Held')
  act(() => screen.getByRole('button', { name: 'Close' }).click())
  expect(screen.queryByText('Held')).toBeNull()
})
