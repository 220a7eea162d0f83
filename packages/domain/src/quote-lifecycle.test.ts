import { describe, expect, test } from 'vitest'
import {
  quoteCan,
  quoteLifecycle,
  quoteStates,
  quoteStatuses,
  shownQuoteStatus,
  takesAnswers,
} from './quote-lifecycle.ts'

describe('a quote', () => {
  test.each([
    ['active', 'accept', 'accepted'],
    ['active', 'decline', 'declined'],
    ['active', 'withdraw', 'withdrawn'],
    // One that is past its end.
    ['active', 'revive', 'active'],
    ['active', 'order', 'ordered'],
    // A client may think again, and a second visitor may answer in place of the first.
    ['accepted', 'accept', 'accepted'],
    ['accepted', 'decline', 'declined'],
    ['accepted', 'withdraw', 'withdrawn'],
    ['accepted', 'revive', null],
    ['accepted', 'order', 'ordered'],
    ['declined', 'accept', 'accepted'],
    ['declined', 'decline', 'declined'],
    ['declined', 'withdraw', 'withdrawn'],
    ['declined', 'revive', 'active'],
    ['declined', 'order', 'ordered'],
    ['withdrawn', 'accept', null],
    ['withdrawn', 'decline', null],
    ['withdrawn', 'withdraw', null],
    ['withdrawn', 'revive', 'active'],
    ['withdrawn', 'order', 'ordered'],
    ['ordered', 'accept', null],
    ['ordered', 'decline', null],
    ['ordered', 'withdraw', null],
    ['ordered', 'revive', null],
    // A part may be bought later.
    ['ordered', 'order', 'ordered'],
  ] as const)('[X-QUOTE-20] that is %s, on %s, becomes %s', (state, action, next) => {
    expect(quoteLifecycle.next(state, action)).toBe(next)
    expect(quoteCan[action]({ state })).toBe(next !== null)
  })

  test.each([
    ['active', false, 'Active'],
    ['active', true, 'Expired'],
    // The client has spoken in time.
    ['accepted', true, 'Accepted'],
    ['declined', true, 'Declined'],
    ['withdrawn', true, 'Withdrawn'],
    ['ordered', true, 'Ordered'],
  ] as const)('[X-QUOTE-20] that is %s, its time over: %s, is shown as %s', (state, isOver, status) => {
    expect(shownQuoteStatus(state, isOver)).toBe(status)
  })

  test('[X-QUOTE-20] has six statuses, each of which some state shows', () => {
    const shown = quoteStates.flatMap((state) => [
      shownQuoteStatus(state, false),
      shownQuoteStatus(state, true),
    ])
    expect(new Set(shown)).toEqual(new Set(quoteStatuses))
  })

  test('takes answers for as long as it stands, and none once its time is over', () => {
    const open = quoteStates.filter((state) => takesAnswers(state, false))
    expect(open).toEqual(['active', 'accepted', 'declined'])
    expect(quoteStates.filter((state) => takesAnswers(state, true))).toEqual([])
    for (const state of open)
      expect([quoteCan.accept({ state }), quoteCan.decline({ state })]).toEqual([true, true])
  })
})
