import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { DateRange } from './date-range.tsx'
import type { Days } from './use-typed-date.ts'

let changes: Days[] = []

function Form(initial: Days) {
  const [days, setDays] = useState(initial)
  return (
    <>
      <DateRange
        {...days}
        label="Placed"
        onChange={(newDays) => {
          changes.push(newDays)
          setDays(newDays)
        }}
      />
      <button type="button" onClick={() => setDays({ startDate: '2031-05-01', endDate: '2031-05-02' })}>
        Saved view
      </button>
    </>
  )
}

const none = { startDate: '', endDate: '' }
const start = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Start date' })
const end = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'End date' })
const shownDates = () => [start().value, end().value]

function show(days: Days = none) {
  changes = []
  render(<Form {...days} />)
  return userEvent.setup()
}

test('both dates are shown as DD-MM-YYYY in every browser language', () => {
  show({ startDate: '2031-02-01', endDate: '2031-03-07' })
  expect(screen.getByRole('group', { name: 'Placed' })).toBeTruthy()
  expect(shownDates()).toEqual(['01-02-2031', '07-03-2031'])
})

test('a typed range applies once both dates are complete, and can be cleared', async () => {
  const user = show()
  await user.click(start())
  await user.keyboard('01022031')
  expect(changes).toEqual([])
  expect(document.activeElement).toBe(end())
  await user.keyboard('07032031')
  expect(changes).toEqual([{ startDate: '2031-02-01', endDate: '2031-03-07' }])
  await user.tab()
  expect(shownDates()).toEqual(['01-02-2031', '07-03-2031'])
  await user.click(screen.getByRole('button', { name: 'Clear Placed' }))
  expect(changes.at(-1)).toEqual(none)
  expect(shownDates()).toEqual(['', ''])
})

test('changing the start of a range does not leave the start', async () => {
  const user = show({ startDate: '2031-02-01', endDate: '2031-03-07' })
  await user.clear(start())
  expect(changes).toEqual([])
  await user.type(start(), '1-2-2031')
  expect(document.activeElement).toBe(start())
})

test('clearing the range by keyboard moves the focus to the start date', async () => {
  const user = show({ startDate: '2031-02-01', endDate: '2031-03-07' })
  act(() => screen.getByRole('button', { name: 'Clear Placed' }).focus())
  await user.keyboard('{Enter}')
  expect(screen.queryByRole('button', { name: 'Clear Placed' })).toBeNull()
  expect(document.activeElement).toBe(start())
})

test('a reversed range shows an error, keeps the input and is not applied', async () => {
  const user = show()
  await user.click(start())
  await user.keyboard('0703203101022031')
  expect(screen.getByRole('alert').textContent).toBe('End date must be after start date.')
  expect(changes).toEqual([])
  expect(start().value).toBe('07-03-2031')
})

test('a date that does not exist is reported on blur', async () => {
  const user = show()
  await user.type(end(), '30-02-2031')
  expect(screen.queryByRole('alert')).toBeNull()
  await user.tab()
  expect(screen.getByRole('alert').textContent).toBe('Use DD-MM-YYYY.')
  expect(end().getAttribute('aria-invalid')).toBe('true')
})

test('a range from elsewhere replaces an incomplete one', async () => {
  const user = show()
  await user.type(start(), '01-02-2031')
  await user.click(screen.getByRole('button', { name: 'Saved view' }))
  expect(shownDates()).toEqual(['01-05-2031', '02-05-2031'])
})

test('the calendar opens by mouse and by key, chooses a range and returns the focus', async () => {
  const user = show({ startDate: '2031-02-01', endDate: '2031-02-07' })
  await user.click(start())
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
  await screen.findByRole('dialog', { name: 'Placed' })
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  const calendar = screen.getByRole('button', { name: 'Calendar' })
  await user.click(calendar)
  await user.click(await screen.findByRole('button', { name: /10 February 2031/ }))
  await user.click(screen.getByRole('button', { name: /12 February 2031/ }))
  expect(changes).toEqual([{ startDate: '2031-02-10', endDate: '2031-02-12' }])
  expect(shownDates()).toEqual(['10-02-2031', '12-02-2031'])
  expect(screen.queryByRole('dialog')).toBeNull()
})
