import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { DateField } from './date-field.tsx'

let changes: string[] = []

function Form({ initial = '' }: { initial?: string }) {
  const [day, setDay] = useState(initial)
  return (
    <>
      <DateField
        label="From"
        value={day}
        onChange={(newDay) => {
          changes.push(newDay)
          setDay(newDay)
        }}
      />
      <button type="button" onClick={() => setDay('')}>
        Clear
      </button>
    </>
  )
}

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'From' })
function show(initial?: string) {
  changes = []
  render(<Form {...(initial !== undefined && { initial })} />)
}

test('[DATE-04] a date is shown as DD-MM-YYYY in every browser language', () => {
  show('2031-03-07')
  expect(field().value).toBe('07-03-2031')
})

test.each([
  ['07-03-2031', '07-03-2031'],
  ['7.3.2031', '07-03-2031'],
  ['7/3/2031', '07-03-2031'],
  ['2031-03-07', '07-03-2031'],
])('[DATE-04] "%s" is accepted while typing and then shown as %s', async (typed, shown) => {
  show()
  await userEvent.type(field(), typed)
  expect(changes.at(-1)).toBe('2031-03-07')
  await userEvent.tab()
  expect(field().value).toBe(shown)
  expect(screen.queryByRole('alert')).toBeNull()
})

test.each(['30-02-2031', 'soon', '7-3'])(
  '"%s" is reported as invalid on blur and changes nothing',
  async (typed) => {
    show('2031-01-01')
    await userEvent.clear(field())
    changes = []
    await userEvent.type(field(), typed)
    expect(screen.queryByRole('alert')).toBeNull()
    await userEvent.tab()
    expect(screen.getByRole('alert').textContent).toBe('Use DD-MM-YYYY.')
    expect(field().getAttribute('aria-invalid')).toBe('true')
    expect([field().value, changes]).toEqual([typed, []])
  },
)

test('emptying the field or clearing its value leaves no date', async () => {
  show('2031-03-07')
  await userEvent.clear(field())
  expect(changes).toEqual([''])
  await userEvent.type(field(), '08-03-2031')
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }))
  expect(field().value).toBe('')
})
