import { fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { PressButton, type PressButtonProps } from './press-button.tsx'

function setUp(props: PressButtonProps = {}) {
  const onPress = vi.fn<(pointerType: string) => void>()
  const onRowClick = vi.fn<() => void>()
  const onRowKey = vi.fn<(key: string) => void>()
  render(
    <div role="presentation" onClick={onRowClick} onKeyDown={({ key }) => onRowKey(key)}>
      <PressButton {...props} onPress={({ pointerType }) => onPress(pointerType)}>
        Hold
      </PressButton>
    </div>,
  )
  return { onPress, onRowClick, onRowKey, button: screen.getByRole('button', { name: 'Hold' }) }
}

test('a click presses the button and focuses it, but not the row around it', async () => {
  const { onPress, onRowClick, button } = setUp()
  await userEvent.click(button)
  expect(onPress).toHaveBeenCalledTimes(1)
  expect(document.activeElement).toBe(button)
  expect(onRowClick).not.toHaveBeenCalled()
})

test.each(['{Enter}', ' '])('the key "%s" presses the button once and reaches no shortcut', async (key) => {
  const { onPress, onRowKey } = setUp()
  await userEvent.tab()
  await userEvent.keyboard(key)
  expect(onPress.mock.calls).toEqual([['keyboard']])
  expect(onRowKey).not.toHaveBeenCalled()
})

test('other keys reach shortcuts', async () => {
  const { onRowKey } = setUp()
  await userEvent.tab()
  await userEvent.keyboard('z')
  expect(onRowKey.mock.calls).toEqual([['z']])
})

test('a held Enter key presses once', async () => {
  const { onPress } = setUp()
  await userEvent.tab()
  await userEvent.keyboard('{Enter>5/}')
  expect(onPress).toHaveBeenCalledTimes(1)
})

test('a space typed elsewhere and released here does not press', () => {
  const { onPress, button } = setUp()
  fireEvent.keyUp(button, { key: ' ' })
  expect(onPress).not.toHaveBeenCalled()
})

test('a screen reader presses the button', () => {
  const { onPress, button } = setUp()
  button.click()
  expect(onPress.mock.calls).toEqual([['virtual']])
})

test('a submit button submits its form with the keyboard', async () => {
  const onSubmit = vi.fn<() => void>()
  render(
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <PressButton type="submit">Save</PressButton>
    </form>,
  )
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  expect(onSubmit).toHaveBeenCalledTimes(1)
})

test('a disabled button is not pressed', async () => {
  const { onPress, button } = setUp({ isDisabled: true })
  await userEvent.click(button)
  expect(onPress).not.toHaveBeenCalled()
})
