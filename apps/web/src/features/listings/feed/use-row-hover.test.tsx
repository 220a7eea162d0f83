import { fireEvent, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useHighlightedBlock, useHighlightedName } from '#web/features/listings/seat-map/highlighted-block.ts'
import { useRowHover } from './use-row-hover.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function Rows({ sections = ['Block 1', 'Block 2'] }) {
  const body = useRef<HTMLDivElement>(null)
  const highlightedBlock = useHighlightedBlock()
  useRowHover(body, highlightedBlock)
  return (
    <>
      <div ref={body} data-testid="rows">
        {sections.map((section, index) => (
          <div key={index} data-listing={section} data-section={section}>
            <span>{section}</span>
          </div>
        ))}
      </div>
      <output>{useHighlightedName(highlightedBlock)}</output>
    </>
  )
}

const pointAt = (section: string) => fireEvent.pointerOver(screen.getByText(section, { selector: 'span' }))
const hovered = () =>
  [...document.querySelectorAll<HTMLElement>('[data-hovered]')].map((row) => row.dataset['section'])
const highlighted = () => screen.getByRole('status').textContent

test('the row under the pointer is marked and its block is highlighted', () => {
  render(<Rows />)
  pointAt('Block 1')
  pointAt('Block 2')
  expect(hovered()).toEqual(['Block 2'])
  expect(highlighted()).toBe('Block 2')
  fireEvent.pointerLeave(screen.getByTestId('rows'))
  expect(hovered()).toEqual([])
  expect(highlighted()).toBe('')
})

test('rows that pass under the pointer while the page scrolls are neither marked nor highlighted', () => {
  render(<Rows />)
  pointAt('Block 1')
  fireEvent.scroll(window)
  pointAt('Block 2')
  expect(hovered()).toEqual([])
  expect(highlighted()).toBe('')
  vi.runAllTimers()
  pointAt('Block 2')
  expect(hovered()).toEqual(['Block 2'])
  expect(highlighted()).toBe('Block 2')
})

test('a touch highlights the block without marking the row', () => {
  render(<Rows />)
  fireEvent.pointerOver(screen.getByText('Block 1', { selector: 'span' }), { pointerType: 'touch' })
  expect(hovered()).toEqual([])
  expect(highlighted()).toBe('Block 1')
})

test('the block of another listing in the row under the pointer is highlighted', () => {
  const { rerender } = render(<Rows />)
  pointAt('Block 1')
  rerender(<Rows sections={['Block 3', 'Block 2']} />)
  expect(highlighted()).toBe('Block 3')
})
