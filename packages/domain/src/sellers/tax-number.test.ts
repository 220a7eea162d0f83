import { expect, test } from 'vitest'
import { plainTaxNumber, taxNumberProblem } from './tax-number.ts'

test.each([
  ['GB 123 4567 89', 'GB'],
  ['de123456789', 'DE'],
  ['12-3456789', 'US'],
  ['CHE-123.456.789 MWST', 'CH'],
  ['NL123456789B01', 'NL'],
  ['anything 123', 'SG'],
])('%s is a tax number in %s', (text, country) => {
  expect(taxNumberProblem(text, country)).toBeUndefined()
})

test.each([
  ['DE12345678', 'DE', 'must be a tax number such as DE123456789'],
  ['GB1', 'GB', 'must be a tax number such as GB123456789'],
  ['', 'SG', 'must have 4 to 30 letters and digits'],
  ['<script>', 'SG', 'must have 4 to 30 letters and digits'],
])('%s is none in %s', (text, country, problem) => {
  expect(taxNumberProblem(text, country)).toBe(problem)
})

test('spellings of one number are equal', () => {
  expect(plainTaxNumber('GB 123.4567-89')).toBe(plainTaxNumber('gb123456789'))
})
