import { expect, test } from 'vitest'
import { messageOf } from './wire-error.ts'

test.each([
  ['[ERROR-01]', {}, 'Something went wrong!'],
  ['[ERROR-01]', null, 'Something went wrong!'],
  ['[ERROR-02]', { errors: { title: 'Gone' }, message: 'other' }, 'Gone'],
  ['[ERROR-03]', { errors: ['One', 'Two'], message: 'other' }, 'One\nTwo'],
  ['[ERROR-04]', { errors: 'Plain', message: 'other' }, 'Plain'],
  ['[ERROR-05]', { message: 'Only this' }, 'Only this'],
  ['[ERROR-05]', { errors: [], message: 'Only this' }, 'Only this'],
  ['[ERROR-05]', { errors: [''], message: 'Only this' }, 'Only this'],
  ['[ERROR-05]', { errors: { title: '' }, message: 'Only this' }, 'Only this'],
  ['[ERROR-05]', { errors: '', message: 'Only this' }, 'Only this'],
  ['[ERROR-01]', { errors: [] }, 'Something went wrong!'],
  ['[ERROR-03]', { errors: ['', 'Two'] }, 'Two'],
])('%s the text of %j is %j', (_id, payload, text) => {
  expect(messageOf(payload)).toBe(text)
})
