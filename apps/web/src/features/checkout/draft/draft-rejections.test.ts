import { expect, test } from 'vitest'
import { ApiError } from '#web/lib/http/api-error.ts'
import { rejectionsIn } from './draft-rejections.ts'

const sent = new Map([
  ['email', 'jo@post.example'],
  ['lst_1/0/first_name', 'Ada'],
  ['lst_2/1/address.city', 'x'.repeat(300)],
])

const fieldError = (fields: Record<string, string[]>) =>
  new ApiError(422, { errors: { title: 'Some fields are not right', fields }, code: 'input.invalid' })

test('a rejected field is found by the position of its listing in the request', () => {
  const error = fieldError({ 'listings.1.attendees.1.address.city': ['must be at most 254 characters'] })
  expect([...rejectionsIn(error, sent)]).toEqual([
    ['lst_2/1/address.city', { text: 'x'.repeat(300), reason: 'Must be at most 254 characters' }],
  ])
})

test('contact fields and tickets that are not held are rejected by field', () => {
  expect([...rejectionsIn(fieldError({ email_address: ['is not one'] }), sent).keys()]).toEqual(['email'])
  const errors = { title: 'Your team isn’t holding these tickets', listing_id: 'lst_1' }
  const notHeld = new ApiError(409, { errors, code: 'checkout.draft_not_held' })
  expect([...rejectionsIn(notHeld, sent)]).toEqual([
    ['lst_1/0/first_name', { text: 'Ada', reason: 'Your team isn’t holding these tickets' }],
  ])
})

test('an error without a sent field rejects no field', () => {
  expect(rejectionsIn(fieldError({ listings: ['must have at most 100 entries'] }), sent).size).toBe(0)
  expect(rejectionsIn(fieldError({ 'listings.7.attendees.0.phone': ['no'] }), sent).size).toBe(0)
  expect(rejectionsIn(new ApiError(400, { message: 'Bad request' }), sent).size).toBe(0)
  expect(rejectionsIn(new TypeError('Failed to fetch'), sent).size).toBe(0)
})
