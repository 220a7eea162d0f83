import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { DateRange, type Days } from './date-range.tsx'

let chosen: Days[] = []

function Form(initial: Days) {
  const [days, setDays] = useState(initial)
  return (
    <DateRange
      {...days}
      label="Placed"
      onChange={(next) => {
        chosen.push(next)
        setDays(next)
      }}
    />
  )
}

const box = () => screen.getByRole('group', { name: 'Placed' })
const none = { startDate: '', endDate: '' }

test('a first and a last day are shown as DD-MM-YYYY, whatever the browser speaks', () => {
  render(<Form startDate="2031-02-01" endDate="2031-03-07" />)
  expect(box().textContent).toContain('01-02-2031–07-03-2031')
})

test('a range is typed, counts once both days are there, and can be cleared', async () => {
  chosen = []
  render(<Form {...none} />)
  const [day] = screen.getAllByRole('spinbutton')
  await userEvent.click(day ?? box())
  await userEvent.keyboard('01022031')
  expect(chosen).toEqual([])
  await userEvent.keyboard('07032031')
  expect(chosen.at(-1)).toEqual({ startDate: '2031-02-01', endDate: '2031-03-07' })
  await userEvent.click(screen.getByRole('button', { name: 'Clear Placed' }))
  expect(chosen.at(-1)).toEqual(none)
})

test('a range that is cleared by keyboard leaves the focus at its first day', async () => {
  render(<Form startDate="2031-02-01" endDate="2031-03-07" />)
  act(() => screen.getByRole('button', { name: 'Clear Placed' }).focus())
  await userEvent.keyboard('{Enter}')
  expect(screen.queryByRole('button', { name: 'Clear Placed' })).toBeNull()
  expect(document.activeElement).toBe(screen.getAllByRole('spinbutton')[0])
})

test('a last day before the first is said to be wrong, stays to be mended, and chooses nothing', async () => {
  chosen = []
  render(<Form {...none} />)
  const [day] = screen.getAllByRole('spinbutton')
  await userEvent.click(day ?? box())
  await userEvent.keyboard('0703203101022031')
  expect(screen.getByRole('alert').textContent).toBe('The last day is before the first.')
  expect(chosen).toEqual([])
  expect(box().textContent).toContain('07-03-2031–01-02-2031')
})
