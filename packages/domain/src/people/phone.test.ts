import { expect, test } from 'vitest'
import { phoneMessages, phoneProblem, stripPhoneInput, withDialCode } from './phone.ts'

test.each([
  '123456',
  '02079460123',
  '020 7946 0123',
  '020-7946-0123',
  '07911 123456',
  '07911123456',
  '(020) 7946 0123',
  '+44 20 7946 0123',
  '+44 (20) 7946 0123',
  '+442079460123',
  '+1 212 555 0123',
  '12345678901234567890',
])('[SIGNUP-17] "%s" is a phone number', (text) => {
  expect(phoneProblem(text)).toBeNull()
})

test.each([
  '020.7946.0123',
  '2079460123.',
  'phone number',
  '++44 2079460123',
  '020 7946 012a',
  '+44+2079460123',
  '(020 7946 0123',
  '020/7946/0123',
  ' 2079460123',
  '-------',
])('[SIGNUP-16] "%s" is not valid', (text) => {
  expect(phoneProblem(text)).toBe('invalid')
})

test.each([
  ['', 'required'],
  ['   ', 'required'],
  ['12345', 'tooShort'],
  ['1.2', 'tooShort'],
  ['123456789012345678901', 'tooLong'],
])('[SIGNUP-15] [SIGNUP-18] [SIGNUP-19] "%s" fails as %s before the pattern is checked', (text, problem) => {
  expect(phoneProblem(text)).toBe(problem)
})

test('[SIGNUP-15] [SIGNUP-16] [SIGNUP-18] [SIGNUP-19] the messages are those of the spec', () => {
  expect(phoneMessages).toEqual({
    required: 'Phone number is required',
    tooShort: 'Too short',
    tooLong: 'Too long',
    invalid: 'Phone number is not valid',
  })
})

test('a number is shown with its dial code unless it has one or is empty', () => {
  expect(withDialCode('+44', '20 7946 0123')).toBe('+44 20 7946 0123')
  expect(withDialCode('+44', '+41 44 668 18 00')).toBe('+41 44 668 18 00')
  expect(withDialCode('', '20 7946 0123')).toBe('20 7946 0123')
  expect(withDialCode('+44', ' ')).toBe('')
})

test('[SIGNUP-20] the input keeps digits and dots only', () => {
  expect(stripPhoneInput('+44 (0)20-7946.0123 ext')).toBe('440207946.0123')
  expect(stripPhoneInput('call me')).toBe('')
})
