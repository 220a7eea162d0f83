import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { PhoneInput } from './phone-input.tsx'
import { TextField, type TextFieldProps } from './text-field.tsx'

function Form({ as: Field = TextField, ...props }: Partial<TextFieldProps> & { as?: typeof TextField }) {
  const [value, setValue] = useState(props.value ?? '')
  return <Field label="Username" {...props} value={value} onChange={setValue} />
}

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Username' })
const clear = () => screen.queryByRole('button', { name: 'Clear Username' })

test('an error appears only after the field is touched', () => {
  const { rerender } = render(<Form error="Username is required" />)
  expect(screen.queryByText('Username is required')).toBeNull()
  expect(field().getAttribute('aria-invalid')).toBeNull()
  rerender(<Form error="Username is required" isTouched />)
  expect(field().getAttribute('aria-invalid')).toBe('true')
  // The error is linked to the field for screen readers.
  const described = field().getAttribute('aria-describedby')?.split(' ') ?? []
  expect(described.map((id) => document.getElementById(id)?.textContent)).toContain('Username is required')
})

test('a valid field shows a check icon, a field in error never does', () => {
  const { rerender } = render(<Form isValid />)
  expect(screen.queryByRole('img', { name: 'Valid' })).not.toBeNull()
  rerender(<Form isValid isInvalid />)
  expect(screen.queryByRole('img', { name: 'Valid' })).toBeNull()
})

test('a focused field with text has a clear button that keeps the focus', async () => {
  render(<Form value="jane" />)
  expect(clear()).toBeNull()
  await userEvent.click(field())
  const button = clear()
  expect(button).not.toBeNull()
  if (button) await userEvent.click(button)
  expect(field().value).toBe('')
  expect(document.activeElement).toBe(field())
  expect(clear()).toBeNull()
})

test('the phone input keeps only digits and dots', async () => {
  render(<Form as={PhoneInput} />)
  await userEvent.type(field(), '+44 (0)20-79.46 ext')
  expect(field().value).toBe('4402079.46')
})

test('[FORM-14] a phone field that is touched and in error has the error border', () => {
  render(<Form as={PhoneInput} error="Too short" isTouched value="12" />)
  expect(field().parentElement?.className).toContain('border-danger')
})

test('[FORM-15] a phone field shows a clear button while focused with content', async () => {
  render(<Form as={PhoneInput} value="0207946" />)
  expect(clear()).toBeNull()
  await userEvent.click(field())
  expect(clear()).not.toBeNull()
})
