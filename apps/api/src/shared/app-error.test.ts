import { expect, test } from 'vitest'
import { defineErrors, invalidInput } from './app-error.ts'

const errors = defineErrors({
  'stock.currency_unknown': { status: 422, title: 'target_currency: there is no rate' },
  'stock.key_reused': { status: 422, title: 'Idempotency-Key: came before' },
  'stock.gone': { status: 409, title: 'Gone: these tickets are sold' },
  'stock.empty': { status: 422, title: 'Nothing of it: is left' },
})

test('[X-API-04] bad input whose words begin with a field names that field as well', () => {
  expect(errors.make('stock.currency_unknown').details).toEqual({
    fields: { target_currency: ['there is no rate'] },
  })
  expect(errors.make('stock.key_reused').details).toEqual({ fields: { 'Idempotency-Key': ['came before'] } })
})

test('[X-API-04] what a case itself says of its fields stands', () => {
  const fields = { '1.target_currency': ['there is no rate'] }
  const error = errors.make('stock.currency_unknown', { details: { fields, index: 1 } })
  expect(error.details).toEqual({ fields, index: 1 })
  expect(invalidInput({ 'a.b': ['is wrong'] }).details).toEqual({ fields: { 'a.b': ['is wrong'] } })
})

test('words that begin with no field, and what is no bad input, name none', () => {
  expect(errors.make('stock.empty').details).toEqual({})
  expect(errors.make('stock.gone').details).toEqual({})
})
