import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { DateRange, type Days } from './date-range.tsx'

let changes: Days[] = []

function Form(initial: Days) {
  const [days, setDays] = useState(initial)
  return (
    <DateRange
      {...days}
      label="Placed"
      onChange={(newDays) => {
        changes.push(newDays)
        setDays(newDays)
      }}
    />
  )
}

const box = () => screen.getByRole('group', { name: 'Placed' })
const none = { startDate: '', endDate: '' }

test('both dates are shown as DD-MM-YYYY in every browser language', () => {
  render(<Form startDate="2031-02-01" endDate="2031-03-07" />)
  expect(box().textContent).toContain('01-02-2031–07-03-2031')
})

test('a typed range applies once both dates are complete, and can be cleared', async () => {
  changes = []
  render(<Form {...none} />)
  const [day] = screen.getAllByRole('spinbutton')
  await userEvent.click(day ?? box())
  await userEvent.keyboard('01022031')
  expect(changes).toEqual([])
  await userEvent.keyboard('07032031')
  expect(changes.at(-1)).toEqual({ startDate: '2031-02-01', endDate: '2031-03-07' })
  await userEvent.click(screen.getByRole('button', { name: 'Clear Placed' }))
  expect(changes.at(-1)).toEqual(none)
})

test('clearing the range by keyboard moves the focus to the start date', async () => {
  render(<Form startDate="2031-02-01" endDate="2031-03-07" />)
  act(() => screen.getByRole('button', { name: 'Clear Placed' }).focus())
  await userEvent.keyboard('{Enter}')
  expect(screen.queryByRole('button', { name: 'Clear Placed' })).toBeNull()
  expect(document.activeElement).toBe(screen.getAllByRole('spinbutton')[0])
})

test('a reversed range shows an error, keeps the input and is not applied', async () => {
  changes = []
  render(<Form {...none} />)
  const [day] = screen.getAllByRole('spinbutton')
  await userEvent.click(day ?? box())
  await userEvent.keyboard('0703203101022031')
  expect(screen.getByRole('alert').textContent).toBe('End date must be after start date.')
  expect(changes).toEqual([])
  expect(box().textContent).toContain('07-03-2031–01-02-2031')
})
