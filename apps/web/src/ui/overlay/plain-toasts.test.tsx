import { act, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { PlainToasts } from './plain-toasts.tsx'
import { showToast, toastSeverity, toastQueue } from './toast-queue.ts'

beforeEach(() => act(() => toastQueue.clear()))

test('without their own code, toasts are announced with their severity and close after 3000 ms', () => {
  vi.useFakeTimers()
  render(<PlainToasts />)
  act(() => showToast('Something went wrong!', toastSeverity.error))
  const toast = screen.getByRole('alert')
  expect(toast.textContent).toBe('Error: Something went wrong!')
  expect(toast.style.width).toBe('24.125rem')
  act(() => void vi.advanceTimersByTime(2999))
  expect(screen.queryByRole('alert')).not.toBeNull()
  act(() => void vi.advanceTimersByTime(1))
  expect(screen.queryByRole('alert')).toBeNull()
})
