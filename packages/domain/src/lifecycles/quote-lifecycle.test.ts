import { describe, expect, test } from 'vitest'
import {
  quoteCan,
  quoteLifecycle,
  quoteStates,
  quoteStatuses,
  displayQuoteStatus,
  acceptsResponses,
} from './quote-lifecycle.ts'

describe('a quote', () => {
  test.each([
    ['active', 'accept', 'accepted'],
    ['active', 'decline', 'declined'],
    ['active', 'withdraw', 'withdrawn'],
    // An expired quote.
    ['active', 'reopen', 'active'],
    ['active', 'order', 'ordered'],
    // A client may change the response, and a second client may replace it.
    ['accepted', 'accept', 'accepted'],
    ['accepted', 'decline', 'declined'],
    ['accepted', 'withdraw', 'withdrawn'],
    ['accepted', 'reopen', null],
    ['accepted', 'order', 'ordered'],
    ['declined', 'accept', 'accepted'],
    ['declined', 'decline', 'declined'],
    ['declined', 'withdraw', 'withdrawn'],
    ['declined', 'reopen', 'active'],
    ['declined', 'order', 'ordered'],
    ['withdrawn', 'accept', null],
    ['withdrawn', 'decline', null],
    ['withdrawn', 'withdraw', null],
    ['withdrawn', 'reopen', 'active'],
    ['withdrawn', 'order', 'ordered'],
    ['ordered', 'accept', null],
    ['ordered', 'decline', null],
    ['ordered', 'withdraw', null],
    ['ordered', 'reopen', null],
    // A part may be bought later.
    ['ordered', 'order', 'ordered'],
  ] as const)('[X-QUOTE-20] in state %s, on %s, becomes %s', (state, action, next) => {
    expect(quoteLifecycle.next(state, action)).toBe(next)
    expect(quoteCan[action]({ state })).toBe(next !== null)
  })

  test.each([
    ['active', false, 'Active'],
    ['active', true, 'Expired'],
    // The client responded in time.
    ['accepted', true, 'Accepted'],
    ['declined', true, 'Declined'],
    ['withdrawn', true, 'Withdrawn'],
    ['ordered', true, 'Ordered'],
  ] as const)('[X-QUOTE-20] in state %s, expired: %s, is shown as %s', (state, hasExpired, status) => {
    expect(displayQuoteStatus(state, hasExpired)).toBe(status)
  })

  test('[X-QUOTE-20] has six statuses, each shown for some state', () => {
    const shown = quoteStates.flatMap((state) => [
      displayQuoteStatus(state, false),
      displayQuoteStatus(state, true),
    ])
    expect(new Set(shown)).toEqual(new Set(quoteStatuses))
  })

  test('accepts responses until it expires', () => {
    const open = quoteStates.filter((state) => acceptsResponses(state, false))
    expect(open).toEqual(['active', 'accepted', 'declined'])
    expect(quoteStates.filter((state) => acceptsResponses(state, true))).toEqual([])
    for (const state of open)
      expect([quoteCan.accept({ state }), quoteCan.decline({ state })]).toEqual([true, true])
  })
})
