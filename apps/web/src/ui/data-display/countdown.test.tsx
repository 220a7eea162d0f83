import { act, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { clockText, Countdown, urgencyOf } from './countdown.tsx'

const start = Date.parse('2026-12-05T12:00:00Z')

beforeEach(() => {
  vi.useFakeTimers({ now: start })
})

function pass(ms: number) {
  act(() => {
    vi.advanceTimersByTime(ms)
  })
}

const shown = () => screen.getByRole('timer', { name: 'Time left' }).textContent

test.each([
  [0, '00:00'],
  [-5000, '00:00'],
  [999, '00:00'],
  [1000, '00:01'],
  [59_999, '00:59'],
  [30 * 60_000 - 1, '29:59'],
  [60 * 60_000, '1:00:00'],
  [5 * 3_600_000 + 12 * 60_000 + 9000, '5:12:09'],
])('%d ms are shown as %s', (ms, text) => {
  expect(clockText(ms)).toBe(text)
})

test.each([
  [5 * 60_000, 'calm'],
  [5 * 60_000 - 1, 'soon'],
  [60_000, 'soon'],
  [59_999, 'last'],
] as const)('%d ms left are %s', (ms, urgency) => {
  expect(urgencyOf(ms)).toBe(urgency)
})

test('counts down to zero and calls onExpire once', () => {
  const onExpire = vi.fn<() => void>()
  render(<Countdown label="Time left" expiresAt={start + 3500} onExpire={onExpire} />)
  expect(shown()).toBe('00:03')
  pass(1000)
  expect(shown()).toBe('00:02')
  pass(2490)
  expect(shown()).toBe('00:00')
  expect(onExpire).not.toHaveBeenCalled()
  pass(20)
  pass(60_000)
  expect(onExpire).toHaveBeenCalledTimes(1)
})

test("uses the server's clock: an offset of two minutes shortens the countdown", () => {
  render(
    <Countdown label="Time left" expiresAt={new Date(start + 30 * 60_000).toISOString()} offset={120_000} />,
  )
  expect(shown()).toBe('28:00')
})

test('a frozen countdown does not change or expire', () => {
  const onExpire = vi.fn<() => void>()
  render(<Countdown label="Time left" expiresAt={start + 3000} isFrozen onExpire={onExpire} />)
  pass(60_000)
  expect(shown()).toBe('00:03')
  expect(onExpire).not.toHaveBeenCalled()
})

test('announces five minutes and one minute left', () => {
  render(<Countdown label="Time left" expiresAt={start + 5 * 60_000} />)
  expect(screen.getByRole('status').textContent).toBe('')
  pass(1100)
  expect(screen.getByRole('status').textContent).toBe('Less than five minutes left')
  pass(4 * 60_000)
  expect(screen.getByRole('status').textContent).toBe('Less than one minute left')
})

test('a silent countdown makes no announcement', () => {
  render(<Countdown label="Time left" expiresAt={start + 60_000} isSilent />)
  pass(1100)
  expect(shown()).toBe('00:58')
  expect(screen.queryByRole('status')).toBeNull()
})
