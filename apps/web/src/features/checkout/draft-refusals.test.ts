import { expect, test } from 'vitest'
import { ApiError } from '#web/lib/api-error.ts'
import { refusalsIn } from './draft-refusals.ts'

const sent = new Map([
  ['email', 'jo@post.example'],
  ['lst_1/0/first_name', 'Ada'],
  ['lst_2/1/address.city', 'x'.repeat(300)],
])

const refusal = (fields: Record<string, string[]>) =>
  new ApiError(422, { errors: { title: 'Some fields are not right', fields }, code: 'input.invalid' })

test('a field is named by the place of its listing among those that were sent', () => {
  const error = refusal({ 'listings.1.attendees.1.address.city': ['must be at most 254 characters'] })
  expect([...refusalsIn(error, sent)]).toEqual([
    ['lst_2/1/address.city', { text: 'x'.repeat(300), reason: 'Must be at most 254 characters' }],
  ])
})

test('of the contact and of tickets that are not held each field is named', () => {
  expect([...refusalsIn(refusal({ email_address: ['is not one'] }), sent).keys()]).toEqual(['email'])
  const errors = { title: 'Your team does not hold these tickets', listing_id: 'lst_1' }
  const notHeld = new ApiError(409, { errors, code: 'checkout.draft_not_held' })
  expect([...refusalsIn(notHeld, sent)]).toEqual([
    ['lst_1/0/first_name', { text: 'Ada', reason: 'Your team does not hold these tickets' }],
  ])
})

test('what names no field that was sent blames none', () => {
  expect(refusalsIn(refusal({ listings: ['must hold at most 100 entries'] }), sent).size).toBe(0)
  expect(refusalsIn(refusal({ 'listings.7.attendees.0.phone': ['no'] }), sent).size).toBe(0)
  expect(refusalsIn(new ApiError(400, { message: 'Bad request' }), sent).size).toBe(0)
  expect(refusalsIn(new TypeError('Failed to fetch'), sent).size).toBe(0)
})
