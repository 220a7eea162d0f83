import { act, fireEvent, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useStableDuringPress } from './use-stable-during-press.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function show(value: string | undefined) {
  const { result, rerender } = renderHook((props) => useStableDuringPress(props.value), {
    initialProps: { value },
  })
  return { shown: () => result.current, change: (next: string) => rerender({ value: next }) }
}

test('[LOGIN-06] an error caused by the blur of a press appears only after its click', () => {
  const error = show(undefined)
  fireEvent.pointerDown(document.body)
  fireEvent.blur(document.body)
  error.change('Username is required')
  expect(error.shown()).toBeUndefined()
  fireEvent.pointerUp(document.body)
  expect(error.shown()).toBeUndefined()
  fireEvent.click(document.body)
  expect(error.shown()).toBe('Username is required')
})

test('a press that ends without a click shows the latest value', () => {
  const error = show(undefined)
  fireEvent.pointerDown(document.body)
  error.change('Username is required')
  fireEvent.pointerCancel(document.body)
  act(() => void vi.runAllTimers())
  expect(error.shown()).toBe('Username is required')
})

test('without a press, the value shows at once', () => {
  const error = show(undefined)
  error.change('Username is required')
  expect(error.shown()).toBe('Username is required')
})
