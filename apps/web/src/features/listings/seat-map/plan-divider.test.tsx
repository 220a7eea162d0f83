import { fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { PlanDivider } from './plan-divider.tsx'

beforeEach(() => {
  HTMLElement.prototype.setPointerCapture = () => undefined
  window.innerWidth = 1000
})

function Divider() {
  const [width, setWidth] = useState(33)
  return <PlanDivider width={width} onWidth={setWidth} />
}

const divider = () => screen.getByRole('separator', { name: 'Width of the map' })
const width = () => divider().getAttribute('aria-valuenow')

test('dragging to the left widens the map, within its limits', () => {
  render(<Divider />)
  fireEvent.pointerDown(divider(), { button: 0, clientX: 670 })
  fireEvent.pointerMove(divider(), { clientX: 570 })
  expect([width(), divider().style.transform]).toEqual(['43', 'translateX(-10vw)'])
  fireEvent.pointerUp(divider(), { clientX: 570 })
  expect([width(), divider().style.transform]).toEqual(['43', ''])
  fireEvent.pointerDown(divider(), { button: 0, clientX: 570 })
  fireEvent.pointerUp(divider(), { clientX: 0 })
  expect(width()).toBe('60')
})

test('Esc while dragging keeps the width', () => {
  render(<Divider />)
  fireEvent.pointerDown(divider(), { button: 0, clientX: 670 })
  fireEvent.pointerMove(divider(), { clientX: 570 })
  fireEvent.keyDown(divider(), { key: 'Escape' })
  fireEvent.pointerUp(divider(), { clientX: 570 })
  expect(width()).toBe('33')
})

test('arrow keys move the divider; double click and Enter restore it', async () => {
  render(<Divider />)
  const user = userEvent.setup()
  await user.tab()
  await user.keyboard('{ArrowLeft}{ArrowLeft}{ArrowRight}')
  expect(width()).toBe('35')
  await user.keyboard('{End}')
  expect(width()).toBe('60')
  await user.keyboard('{Home}')
  expect(width()).toBe('20')
  await user.keyboard('{Enter}')
  expect(width()).toBe('30')
  await user.keyboard('{ArrowLeft}')
  await user.dblClick(divider())
  expect(width()).toBe('30')
})
