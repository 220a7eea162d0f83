import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { DateField } from './date-field.tsx'

let chosen: string[] = []

function Form({ initial = '' }: { initial?: string }) {
  const [day, setDay] = useState(initial)
  return (
    <>
      <DateField
        label="From"
        value={day}
        onChange={(next) => {
          chosen.push(next)
          setDay(next)
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
  chosen = []
  render(<Form {...(initial !== undefined && { initial })} />)
}

test('[DATE-04] a day is shown as DD-MM-YYYY, whatever the browser speaks', () => {
  show('2031-03-07')
  expect(field().value).toBe('07-03-2031')
})

test.each([
  ['07-03-2031', '07-03-2031'],
  ['7.3.2031', '07-03-2031'],
  ['7/3/2031', '07-03-2031'],
  ['2031-03-07', '07-03-2031'],
])('[DATE-04] "%s" is understood, counts at once, and then stands there as %s', async (typed, shown) => {
  show()
  await userEvent.type(field(), typed)
  expect(chosen.at(-1)).toBe('2031-03-07')
  await userEvent.tab()
  expect(field().value).toBe(shown)
  expect(screen.queryByRole('alert')).toBeNull()
})

test.each(['30-02-2031', 'soon', '7-3'])(
  '"%s" is said to be no date once it is left, and changes nothing',
  async (typed) => {
    show('2031-01-01')
    await userEvent.clear(field())
    chosen = []
    await userEvent.type(field(), typed)
    expect(screen.queryByRole('alert')).toBeNull()
    await userEvent.tab()
    expect(screen.getByRole('alert').textContent).toBe('Type it as DD-MM-YYYY.')
    expect(field().getAttribute('aria-invalid')).toBe('true')
    expect([field().value, chosen]).toEqual([typed, []])
  },
)

test('emptied it is no day, and so is what is cleared from elsewhere', async () => {
  show('2031-03-07')
  await userEvent.clear(field())
  expect(chosen).toEqual([''])
  await userEvent.type(field(), '08-03-2031')
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }))
  expect(field().value).toBe('')
})
