import { describe, expect, test } from 'vitest'
import { attemptCan, attemptLifecycle, attemptStates, isAttemptSettled } from './checkout-lifecycle.ts'
import { eventCan, eventLifecycle, eventStatuses, eventStatusLabel, isOnSale } from './event-status.ts'
import { holdCan, holdLifecycle, holdStates } from './hold-lifecycle.ts'
import {
  orderLineCan,
  orderLineLifecycle,
  orderLineStates,
  orderState,
  orderStateLabel,
} from './order-lifecycle.ts'

const at = (clock: string) => new Date(`2026-12-05T${clock}Z`)

describe('a hold', () => {
  test.each([
    ['active', 'release', 'released'],
    ['active', 'releasePart', 'active'],
    ['active', 'expire', 'released'],
    ['active', 'startPayment', 'paying'],
    ['active', 'sell', null],
    ['active', 'return', null],
    ['active', 'refund', null],
    ['paying', 'sell', 'sold'],
    ['paying', 'return', 'active'],
    ['paying', 'refund', 'released'],
    ['sold', 'unsell', 'released'],
    ['paying', 'unsell', null],
    ['paying', 'release', null],
    ['paying', 'releasePart', null],
    ['paying', 'expire', null],
    ['paying', 'startPayment', null],
  ] as const)('[X-HOLD-13] that is %s, on %s, becomes %s', (state, action, next) => {
    expect(holdLifecycle.next(state, action)).toBe(next)
    expect(holdCan[action]({ state })).toBe(next !== null)
  })

  test('ends as released, or as sold unless the sale is undone', () => {
    expect(holdStates.filter((state) => holdLifecycle.isFinal(state))).toEqual(['released'])
  })
})

describe('a payment attempt', () => {
  test.each([
    ['created', 'storeIntent', 'authorising'],
    ['created', 'authorise', null],
    ['created', 'decline', 'declined'],
    ['created', 'cancel', 'cancelled'],
    ['created', 'refund', null],
    ['authorising', 'requireAction', 'requires_action'],
    ['authorising', 'authorise', 'authorised'],
    ['authorising', 'placeOrder', null],
    ['requires_action', 'resume', 'authorising'],
    ['requires_action', 'authorise', 'authorised'],
    ['requires_action', 'decline', 'declined'],
    ['authorised', 'placeOrder', 'capturing'],
    ['authorised', 'confirm', 'confirmed'],
    ['authorised', 'refund', 'refunded'],
    ['authorised', 'cancel', null],
    ['authorised', 'decline', null],
    ['capturing', 'confirm', 'confirmed'],
    ['capturing', 'refund', 'refunded'],
    ['capturing', 'cancel', null],
  ] as const)('[X-ORDER-04] that is %s, on %s, becomes %s', (state, action, next) => {
    expect(attemptLifecycle.next(state, action)).toBe(next)
    expect(attemptCan[action]({ state })).toBe(next !== null)
  })

  test('is settled in four states, and in each open one something can still end it', () => {
    const settled = attemptStates.filter(isAttemptSettled)
    expect(settled).toEqual(['confirmed', 'declined', 'refunded', 'cancelled'])
    for (const state of attemptStates) {
      if (settled.includes(state)) continue
      const ends = (['decline', 'cancel', 'refund', 'confirm'] as const).filter((action) =>
        attemptCan[action]({ state }),
      )
      expect(ends, state).not.toEqual([])
    }
  })

  test('[X-ORDER-05] is never confirmed before the money is set apart', () => {
    expect(attemptStates.filter((state) => attemptCan.confirm({ state }))).toEqual([
      'authorised',
      'capturing',
    ])
  })
})

describe('an order line', () => {
  test('[X-ORDER-02] is confirmed once paid, then fulfilled or cancelled', () => {
    expect(orderLineLifecycle.next('confirmed', 'fulfil')).toBe('fulfilled')
    expect(orderLineLifecycle.next('confirmed', 'cancel')).toBe('cancelled')
    expect(orderLineStates.filter((state) => orderLineLifecycle.isFinal(state))).toEqual(['cancelled'])
    expect(orderLineCan.fulfil({ state: 'cancelled' })).toBe(false)
    // Once delivered it is not cancelled like any other, but taken back by the operator.
    expect(orderLineCan.cancel({ state: 'fulfilled' })).toBe(false)
    expect(orderLineStates.filter((state) => orderLineCan.recall({ state }))).toEqual(['fulfilled'])
  })

  test('[ORDER-02] [ORDER-03] [ORDER-04] is shown as "Confirmed", "Fulfilled" or "Cancelled"', () => {
    expect(orderLineStates.map(orderStateLabel)).toEqual(['Confirmed', 'Fulfilled', 'Cancelled'])
  })

  test.each([
    [['confirmed'], 'confirmed'],
    [['fulfilled', 'confirmed', 'cancelled'], 'confirmed'],
    [['fulfilled', 'fulfilled'], 'fulfilled'],
    [['cancelled', 'fulfilled'], 'fulfilled'],
    [['cancelled', 'cancelled'], 'cancelled'],
  ] as const)('[X-ORDER-02] %o together make an order that is %s', (states, whole) => {
    expect(orderState(states.map((state) => ({ state })))).toBe(whole)
  })
})

describe('an event', () => {
  test('[X-CAT-05] is scheduled, postponed, rescheduled or cancelled', () => {
    expect(eventStatuses).toEqual(['scheduled', 'postponed', 'rescheduled', 'cancelled'])
    expect(eventStatuses.map(eventStatusLabel)).toEqual([
      'Scheduled',
      'Postponed',
      'Rescheduled',
      'Cancelled',
    ])
  })

  test.each([
    ['scheduled', 'reschedule', 'rescheduled'],
    ['postponed', 'reschedule', 'rescheduled'],
    ['rescheduled', 'reschedule', 'rescheduled'],
    ['rescheduled', 'postpone', 'postponed'],
    ['postponed', 'postpone', null],
    ['cancelled', 'reschedule', null],
    ['postponed', 'cancel', 'cancelled'],
  ] as const)('[X-CAT-05] that is %s, on %s, becomes %s', (status, action, next) => {
    expect(eventLifecycle.next(status, action)).toBe(next)
    expect(eventCan[action]({ state: status })).toBe(next !== null)
  })

  test.each([
    ['scheduled', '12:00:00', true],
    ['rescheduled', '17:29:59', true],
    ['scheduled', '17:30:00', false],
    ['postponed', '12:00:00', false],
    ['cancelled', '12:00:00', false],
  ] as const)('[X-CAT-05] that is %s and starts at 17:30 is on sale at %s: %s', (status, now, onSale) => {
    expect(isOnSale({ status, startsAt: at('17:30:00') }, at(now))).toBe(onSale)
  })
})
