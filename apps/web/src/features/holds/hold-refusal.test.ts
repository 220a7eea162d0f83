import { expect, test } from 'vitest'
import { ApiError } from '#web/lib/api-error.ts'
import { holdRefusal } from './hold-refusal.ts'

function refused(line: Record<string, unknown>): ApiError {
  const lines = [{ index: 0, listing_id: 'lst_1', ...line }]
  return new ApiError(409, { errors: { title: 'Nothing was held', lines }, code: 'hold.refused' })
}

test('fewer left than wanted: how many, and which quantities can be had', () => {
  const refusal = holdRefusal(
    refused({ code: 'listing.insufficient_quantity', available: 3, splits: [1, 2, 3] }),
    4,
  )
  expect(refusal).toMatchObject({ text: '3 of 4 left: take 1, 2 or 3', splits: [1, 2, 3], isGone: false })
})

test('a quantity that the seller does not sell: what is left, and the quantities that are sold', () => {
  const refusal = holdRefusal(refused({ code: 'listing.split_not_allowed', available: 4, splits: [2, 4] }), 4)
  expect(refusal.text).toBe('4 tickets left: take 2 or 4')
})

test('nothing of what is left can be sold on its own', () => {
  const refusal = holdRefusal(refused({ code: 'listing.split_not_allowed', available: 1, splits: [] }), 4)
  expect(refusal.text).toBe('1 of 4 left: none can be sold on their own')
})

test('the last ones are gone', () => {
  const refusal = holdRefusal(refused({ code: 'listing.gone', available: 0, splits: [] }), 4)
  expect(refusal).toMatchObject({ isGone: true, splits: [] })
})

test('any other reason is told in the server’s words', () => {
  const refusal = holdRefusal(
    refused({ code: 'listing.own', available: 0, splits: [], title: 'These tickets are your own team’s' }),
    4,
  )
  expect(refusal).toMatchObject({ text: 'These tickets are your own team’s', isGone: false })
})

test('a refusal of the whole batch is told by its title', () => {
  const error = new ApiError(409, { errors: { title: 'Your team may hold 60 tickets at once, 2 more now' } })
  expect(holdRefusal(error, 4)).toMatchObject({
    text: 'Your team may hold 60 tickets at once, 2 more now',
    isUnknown: false,
  })
})

test('without an answer nobody knows whether it was held', () => {
  expect(holdRefusal(new TypeError('Failed to fetch'), 4).isUnknown).toBe(true)
  expect(holdRefusal(new ApiError(502, {}), 4).isUnknown).toBe(true)
})
