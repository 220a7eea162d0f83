import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { NumberChooser } from './number-chooser.tsx'

const count = (upTo: number) => Array.from({ length: upTo }, (_, index) => index + 1)

test('a few numbers are shown side by side, allowed ones only', async () => {
  const onChange = vi.fn<(value: number) => void>()
  render(<NumberChooser label="Tickets" numbers={[1, 2, 4]} value={2} onChange={onChange} />)
  const radios = screen.getAllByRole<HTMLInputElement>('radio')
  expect(radios.map((radio) => radio.value)).toEqual(['1', '2', '4'])
  expect(radios.map((radio) => radio.checked)).toEqual([false, true, false])
  await userEvent.click(screen.getByRole('radio', { name: '4' }))
  expect(onChange).toHaveBeenCalledExactlyOnceWith(4)
})

test('arrow keys move between the numbers', async () => {
  const onChange = vi.fn<(value: number) => void>()
  render(<NumberChooser label="Tickets" numbers={[1, 2, 4]} value={2} onChange={onChange} />)
  await userEvent.tab()
  await userEvent.keyboard('{ArrowRight}')
  expect(onChange).toHaveBeenCalledExactlyOnceWith(4)
})

test('many numbers become a select', async () => {
  const onChange = vi.fn<(value: number) => void>()
  render(<NumberChooser label="Tickets" numbers={count(20)} value={8} onChange={onChange} />)
  const list = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Tickets' })
  expect(list.value).toBe('8')
  await userEvent.selectOptions(list, '17')
  expect(onChange).toHaveBeenCalledExactlyOnceWith(17)
})

test('the select asks for a choice when there is none', async () => {
  const onChange = vi.fn<(value: number) => void>()
  render(<NumberChooser label="Tickets" numbers={count(7)} value={null} onChange={onChange} />)
  expect(screen.getByRole<HTMLOptionElement>('option', { name: 'Select...' }).selected).toBe(true)
  await userEvent.selectOptions(screen.getByRole('combobox'), '1')
  expect(onChange).toHaveBeenCalledExactlyOnceWith(1)
})
