import { expect, test } from 'vitest'
import { ApiError } from '#web/lib/http/api-error.ts'
import { holdError } from './hold-error.ts'

function errorWith(line: Record<string, unknown>): ApiError {
  const lines = [{ index: 0, listing_id: 'lst_1', ...line }]
  return new ApiError(409, { errors: { title: 'No tickets were held', lines }, code: 'hold.rejected' })
}

test('too few tickets left: names the remaining count and the allowed quantities', () => {
  const notice = holdError(
    errorWith({ code: 'listing.insufficient_quantity', available: 3, splits: [1, 2, 3] }),
    4,
  )
  expect(notice).toMatchObject({
    text: '3 of 4 left: take 1, 2 or 3',
    splits: [1, 2, 3],
    isUnavailable: false,
  })
})

test('a quantity the seller does not allow: names the count and the allowed quantities', () => {
  const notice = holdError(errorWith({ code: 'listing.split_not_allowed', available: 4, splits: [2, 4] }), 4)
  expect(notice.text).toBe('4 tickets left: take 2 or 4')
})

test("remaining tickets that can't be sold in any quantity are reported", () => {
  const notice = holdError(errorWith({ code: 'listing.split_not_allowed', available: 1, splits: [] }), 4)
  expect(notice.text).toBe('1 of 4 left: can’t be split')
})

test('a sold-out listing is unavailable', () => {
  const notice = holdError(errorWith({ code: 'listing.unavailable', available: 0, splits: [] }), 4)
  expect(notice).toMatchObject({ isUnavailable: true, splits: [] })
})

test("any other reason shows the server's text", () => {
  const notice = holdError(
    errorWith({
      code: 'listing.own_team',
      available: 0,
      splits: [],
      title: 'These are your team’s own tickets',
    }),
    4,
  )
  expect(notice).toMatchObject({ text: 'These are your team’s own tickets', isUnavailable: false })
})

test('an error for the full batch shows its title', () => {
  const error = new ApiError(409, {
    errors: { title: 'Your team may hold 60 tickets at once. 2 more can be held now' },
  })
  expect(holdError(error, 4)).toMatchObject({
    text: 'Your team may hold 60 tickets at once. 2 more can be held now',
    isOutcomeUnknown: false,
  })
})

test('without a response the outcome is unknown', () => {
  expect(holdError(new TypeError('Failed to fetch'), 4).isOutcomeUnknown).toBe(true)
  expect(holdError(new ApiError(502, {}), 4).isOutcomeUnknown).toBe(true)
})
