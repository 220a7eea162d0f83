import { describe, expect, test } from 'vitest'
import { attemptLifecycle, attemptStates, isAttemptFinal } from './attempt-lifecycle.ts'
import { eventLifecycle, eventStatuses, eventStatusLabel, isOnSale } from './event-status.ts'
import { holdLifecycle, holdStates } from './hold-lifecycle.ts'
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
    ['active', 'startPayment', 'paying'],
    ['active', 'sell', null],
    ['active', 'reactivate', null],
    ['active', 'releaseUnsold', null],
    ['paying', 'sell', 'sold'],
    ['paying', 'reactivate', 'active'],
    ['paying', 'releaseUnsold', 'released'],
    ['sold', 'reverseSale', 'released'],
    ['paying', 'reverseSale', null],
    ['paying', 'release', null],
    ['paying', 'startPayment', null],
  ] as const)('[X-HOLD-13] in state %s, on %s, becomes %s', (state, action, next) => {
    expect(holdLifecycle.next(state, action)).toBe(next)
    expect(holdLifecycle.can[action]({ state })).toBe(next !== null)
  })

  test('ends as released, or as sold unless the sale is reversed', () => {
    expect(holdStates.filter((state) => holdLifecycle.isFinal(state))).toEqual(['released'])
  })
})

describe('a payment attempt', () => {
  test.each([
    ['created', 'storePaymentId', 'authorising'],
    ['created', 'authorise', null],
    ['created', 'decline', 'declined'],
    ['created', 'cancel', 'cancelled'],
    ['created', 'undoPayment', null],
    ['authorising', 'requireAction', 'requires_action'],
    ['authorising', 'authorise', 'authorised'],
    ['authorising', 'placeOrder', null],
    ['requires_action', 'continueAfterAction', 'authorising'],
    ['requires_action', 'authorise', 'authorised'],
    ['requires_action', 'decline', 'declined'],
    ['authorised', 'placeOrder', 'capturing'],
    ['authorised', 'recordCapture', null],
    ['authorised', 'undoPayment', 'refunded'],
    ['authorised', 'cancel', null],
    ['authorised', 'decline', null],
    ['capturing', 'recordCapture', 'confirmed'],
    ['capturing', 'undoPayment', 'refunded'],
    ['capturing', 'cancel', null],
  ] as const)('[X-ORDER-04] in state %s, on %s, becomes %s', (state, action, next) => {
    expect(attemptLifecycle.next(state, action)).toBe(next)
    expect(attemptLifecycle.can[action]({ state })).toBe(next !== null)
  })

  test('has four final states, and every open state can still end', () => {
    const settled = attemptStates.filter(isAttemptFinal)
    expect(settled).toEqual(['confirmed', 'declined', 'refunded', 'cancelled'])
    for (const state of attemptStates) {
      if (settled.includes(state)) continue
      const ends = (['decline', 'cancel', 'undoPayment', 'recordCapture'] as const).filter((action) =>
        attemptLifecycle.can[action]({ state }),
      )
      expect(ends, state).not.toEqual([])
    }
  })

  test('[X-ORDER-05] is confirmed only once its order is placed and the amount authorised', () => {
    expect(attemptStates.filter((state) => attemptLifecycle.can.recordCapture({ state }))).toEqual([
      'capturing',
    ])
  })
})

describe('an order line', () => {
  test('[X-ORDER-02] is confirmed once paid, then delivered or cancelled', () => {
    expect(orderLineLifecycle.next('confirmed', 'deliver')).toBe('delivered')
    expect(orderLineLifecycle.next('confirmed', 'cancel')).toBe('cancelled')
    expect(orderLineStates.filter((state) => orderLineLifecycle.isFinal(state))).toEqual(['cancelled'])
    expect(orderLineCan.deliver({ state: 'cancelled' })).toBe(false)
    // After delivery, only the operator can cancel, with `cancelDelivered`.
    expect(orderLineCan.cancel({ state: 'delivered' })).toBe(false)
    expect(orderLineStates.filter((state) => orderLineCan.cancelDelivered({ state }))).toEqual(['delivered'])
  })

  test('[ORDER-02] [ORDER-03] [ORDER-04] is shown as "Confirmed", "Fulfilled" or "Cancelled"', () => {
    expect(orderLineStates.map(orderStateLabel)).toEqual(['Confirmed', 'Fulfilled', 'Cancelled'])
  })

  test.each([
    [['confirmed'], 'confirmed'],
    [['delivered', 'confirmed', 'cancelled'], 'confirmed'],
    [['delivered', 'delivered'], 'delivered'],
    [['cancelled', 'delivered'], 'delivered'],
    [['cancelled', 'cancelled'], 'cancelled'],
  ] as const)('[X-ORDER-02] lines in states %o make an order %s', (states, expected) => {
    expect(orderState(states.map((state) => ({ state })))).toBe(expected)
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
  ] as const)('[X-CAT-05] with status %s, on %s, becomes %s', (status, action, next) => {
    expect(eventLifecycle.next(status, action)).toBe(next)
    expect(eventLifecycle.can[action]({ state: status })).toBe(next !== null)
  })

  test.each([
    ['scheduled', '12:00:00', true],
    ['rescheduled', '17:29:59', true],
    ['scheduled', '17:30:00', false],
    ['postponed', '12:00:00', false],
    ['cancelled', '12:00:00', false],
  ] as const)(
    '[X-CAT-05] with status %s and a start at 17:30 is on sale at %s: %s',
    (status, now, onSale) => {
      expect(isOnSale({ status, startsAt: at('17:30:00') }, at(now))).toBe(onSale)
    },
  )
})
