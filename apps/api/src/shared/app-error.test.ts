import { expect, test } from 'vitest'
import { defineErrors, invalidInput } from './app-error.ts'

const errors = defineErrors({
  'currency.unknown': { status: 422, title: 'target_currency: no exchange rate' },
  'idempotency.key_reused': { status: 422, title: 'Idempotency-Key: already used' },
  'tracking.listing_withdrawn': { status: 409, title: 'Sold out: these tickets were sold' },
  'content.empty': { status: 422, title: 'Nothing left: sold out' },
})

test('[X-API-04] an input error whose message starts with a field also names that field', () => {
  expect(errors.make('currency.unknown').details).toEqual({
    fields: { target_currency: ['no exchange rate'] },
  })
  expect(errors.make('idempotency.key_reused').details).toEqual({
    fields: { 'Idempotency-Key': ['already used'] },
  })
})

test('[X-API-04] explicit field errors override the derived one', () => {
  const fields = { '1.target_currency': ['no exchange rate'] }
  const error = errors.make('currency.unknown', { details: { fields, index: 1 } })
  expect(error.details).toEqual({ fields, index: 1 })
  expect(invalidInput({ 'a.b': ['is wrong'] }).details).toEqual({ fields: { 'a.b': ['is wrong'] } })
})

test('messages that start with no field, and errors other than 422, name no field', () => {
  expect(errors.make('content.empty').details).toEqual({})
  expect(errors.make('tracking.listing_withdrawn').details).toEqual({})
})
