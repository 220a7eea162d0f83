import { describe, expect, test } from 'vitest'
import {
  allowedQuantities,
  allowsRelease,
  allowsQuantity,
  isSplitType,
  quantitiesOfSpec,
  splitCap,
  splitTypes,
} from './split-rules.ts'
import type { SplitRule, SplitType } from './split-rules.ts'

const rule = (
  splitType: SplitType,
  free: number,
  { limit = null, unit = null }: { limit?: number | null; unit?: number | null } = {},
): SplitRule => ({ splitType, free, limit, unit })

test('[CONST-13] there are exactly six split types, spelt as in the spec', () => {
  expect(splitTypes).toEqual([
    'No Preferences',
    'Single Tickets',
    'Single Seats',
    'All Together',
    'Avoid Leaving One Ticket',
    'Sell In Multiples',
  ])
  expect(isSplitType('All Together')).toBe(true)
  expect(isSplitType('all together')).toBe(false)
  expect(isSplitType('toString')).toBe(false)
})

describe('the cap', () => {
  test.each([
    [{ free: 6, limit: null }, 6],
    [{ free: 6, limit: 4 }, 4],
    [{ free: 6, limit: 6 }, 6],
    [{ free: 3, limit: 4 }, 3],
    [{ free: 0, limit: 4 }, 0],
    [{ free: 6, limit: 0 }, 0],
    [{ free: -2, limit: null }, 0],
  ])('[SPLIT-01] of %o is %i', (counts, cap) => {
    expect(splitCap(counts)).toBe(cap)
  })
})

describe("the spec's options", () => {
  const anyNumber = [
    [1, null, [1]],
    [4, null, [1, 2, 3, 4]],
    [4, 2, [1, 2]],
    [2, 4, [1, 2]],
    [0, null, []],
    [0, 4, []],
  ] as const

  test.each(anyNumber)(
    '[SPLIT-02] "No Preferences" with %i free and limit %s offers %o',
    (count, limit, offered) => {
      expect(quantitiesOfSpec(rule('No Preferences', count, { limit }))).toEqual(offered)
    },
  )

  test.each(anyNumber)(
    '[SPLIT-03] "Single Tickets" with %i free and limit %s offers %o',
    (count, limit, offered) => {
      expect(quantitiesOfSpec(rule('Single Tickets', count, { limit }))).toEqual(offered)
    },
  )

  test.each(anyNumber)(
    '[SPLIT-04] "Single Seats" with %i free and limit %s offers %o',
    (count, limit, offered) => {
      expect(quantitiesOfSpec(rule('Single Seats', count, { limit }))).toEqual(offered)
    },
  )

  test.each([
    [1, null, [1]],
    [5, null, [5]],
    [5, 3, [3]],
    [3, 5, [3]],
    [0, null, []],
  ])('[SPLIT-05] "All Together" with %i free and limit %s offers %o', (count, limit, offered) => {
    expect(quantitiesOfSpec(rule('All Together', count, { limit }))).toEqual(offered)
  })

  test.each([
    [0, null, []],
    [1, null, [1]],
    [2, null, [2]],
    [3, null, [1, 3]],
    [4, null, [1, 2, 4]],
    [6, null, [1, 2, 3, 4, 6]],
    [5, 4, [1, 2, 4]],
    [9, 3, [1, 3]],
    [9, 1, [1]],
    [3, 9, [1, 3]],
  ])('[SPLIT-06] "Avoid Leaving One Ticket" with %i free and limit %s offers %o', (count, limit, offered) => {
    expect(quantitiesOfSpec(rule('Avoid Leaving One Ticket', count, { limit }))).toEqual(offered)
  })

  test.each([
    [6, null, 2, [2, 4, 6]],
    [7, null, 2, [2, 4, 6]],
    [9, null, 3, [3, 6, 9]],
    [9, 7, 3, [3, 6]],
    [4, null, 1, [1, 2, 3, 4]],
    [4, null, 4, [4]],
    [0, null, 2, []],
  ])(
    '[SPLIT-07] "Sell In Multiples" with %i free, limit %s and unit %i offers %o',
    (count, limit, unit, offered) => {
      expect(quantitiesOfSpec(rule('Sell In Multiples', count, { limit, unit }))).toEqual(offered)
    },
  )

  test.each([
    [3, null, 4],
    [9, 3, 4],
    [4, null, null],
    [4, null, 0],
    [4, null, -2],
  ])(
    '[SPLIT-08] "Sell In Multiples" with %i free, limit %s and unit %s offers nothing',
    (count, limit, unit) => {
      expect(quantitiesOfSpec(rule('Sell In Multiples', count, { limit, unit }))).toEqual([])
      expect(allowedQuantities(rule('Sell In Multiples', count, { limit, unit }))).toEqual([])
    },
  )
})

describe('buying', () => {
  test.each([
    // without a lower limit, the spec's options already match the rule
    [1, null, [1]],
    [2, null, [2]],
    [3, null, [1, 3]],
    [5, null, [1, 2, 3, 5]],
    // 4 of 5 would leave one, and the spec does not offer 3
    [5, 4, [1, 2]],
    [6, 4, [1, 2, 4]],
    [10, 4, [1, 2, 4]],
    [2, 2, [2]],
    // the spec offers only 2, which leaves one; the rule allows 1
    [3, 2, [1]],
    [4, 2, [2]],
    [3, 1, [1]],
    // no quantity is valid
    [2, 1, []],
    [0, 4, []],
  ])(
    '[X-SPLIT-01] "Avoid Leaving One Ticket" with %i free and limit %s allows %o',
    (count, limit, allowed) => {
      expect(allowedQuantities(rule('Avoid Leaving One Ticket', count, { limit }))).toEqual(allowed)
    },
  )

  test("[X-SPLIT-01] every other type allows exactly the spec's options", () => {
    for (const each of everyRule(10)) {
      if (each.splitType !== 'Avoid Leaving One Ticket')
        expect(allowedQuantities(each)).toEqual(quantitiesOfSpec(each))
    }
  })

  test('[X-SPLIT-02] "Avoid Leaving One Ticket" never leaves exactly one ticket', () => {
    for (const each of everyRule(12)) {
      if (each.splitType !== 'Avoid Leaving One Ticket') continue
      expect(allowsQuantity(each, each.free - 1)).toBe(false)
    }
    expect(allowsQuantity(rule('Avoid Leaving One Ticket', 5, { limit: 4 }), 4)).toBe(false)
  })

  test('[X-SPLIT-01] a listing with tickets has an allowed quantity, unless its limit is one', () => {
    for (const each of everyRule(12)) {
      if (each.free === 0 || each.limit === 1 || each.splitType === 'Sell In Multiples') continue
      expect(allowedQuantities(each), JSON.stringify(each)).not.toEqual([])
    }
  })

  test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 5])(
    '[X-SPLIT-03] %d of four cannot be bought',
    (quantity) => {
      expect(allowsQuantity(rule('No Preferences', 4), quantity)).toBe(false)
    },
  )

  test('[X-SPLIT-03] only allowed quantities can be bought', () => {
    for (const each of everyRule(8)) {
      const allowed = allowedQuantities(each)
      for (let quantity = 0; quantity <= 9; quantity += 1) {
        expect(allowsQuantity(each, quantity)).toBe(allowed.includes(quantity))
      }
    }
  })
})

describe('releasing part of a hold', () => {
  test.each([
    // type, free, limit, unit, held, release, allowed
    ['No Preferences', 0, null, null, 4, 1, true],
    ['No Preferences', 0, null, null, 4, 3, true],
    ['Single Seats', 2, null, null, 3, 2, true],
    // the limit was lowered after the hold; the rest must fit it
    ['No Preferences', 0, 2, null, 6, 3, false],
    ['No Preferences', 0, 2, null, 6, 4, true],
    // tickets sold together stay together
    ['All Together', 0, null, null, 4, 1, false],
    ['All Together', 0, null, null, 4, 2, false],
    ['All Together', 6, 4, null, 4, 2, false],
    // one ticket would be released alone
    ['Avoid Leaving One Ticket', 0, null, null, 4, 1, false],
    ['Avoid Leaving One Ticket', 0, null, null, 4, 2, true],
    ['Avoid Leaving One Ticket', 0, null, null, 4, 3, true],
    ['Avoid Leaving One Ticket', 2, null, null, 4, 1, true],
    ['Avoid Leaving One Ticket', 0, null, null, 2, 1, false],
    // whole units only, for both parts
    ['Sell In Multiples', 0, null, 2, 4, 2, true],
    ['Sell In Multiples', 0, null, 2, 4, 1, false],
    ['Sell In Multiples', 0, null, 2, 4, 3, false],
    ['Sell In Multiples', 1, null, 2, 6, 4, true],
    // held in threes before the unit became two: two would remain, but a single one would be released
    ['Sell In Multiples', 4, null, 2, 3, 1, false],
  ] as const)('[X-HOLD-08] "%s", %i free, limit %s, unit %s, %i held: releasing %i is %s', (...row) => {
    const [splitType, free, limit, unit, held, release, allowed] = row
    expect(allowsRelease({ splitType, free, limit, unit, held, release })).toBe(allowed)
  })

  test('[X-HOLD-08] a whole hold can always be released, even after a rule change', () => {
    for (const each of everyRule(6)) {
      expect(allowsRelease({ ...each, held: 3, release: 3 })).toBe(true)
    }
  })

  test.each([0, -1, 5, 1.5, Number.NaN])(
    '[X-HOLD-09] %d of four held tickets cannot be released',
    (release) => {
      expect(allowsRelease({ ...rule('No Preferences', 3), held: 4, release })).toBe(false)
    },
  )

  test('[X-HOLD-08] a partial release keeps an allowed quantity and leaves no single ticket', () => {
    for (const each of everyRule(6)) {
      for (const [held, release] of pairsBelow(6)) {
        if (!allowsRelease({ ...each, held, release })) continue
        expect(allowedQuantities({ ...each, free: each.free + held })).toContain(held - release)
        if (each.splitType === 'Avoid Leaving One Ticket') expect(each.free + release).not.toBe(1)
        if (each.splitType === 'Sell In Multiples') expect(release % Number(each.unit)).toBe(0)
      }
    }
  })
})

test('the seller’s own list only restricts what the rule allows', () => {
  for (const each of everyRule(7)) {
    const without = allowedQuantities(each)
    expect(allowedQuantities({ ...each, quantities: null })).toEqual(without)
    const listed = allowedQuantities({ ...each, quantities: [2, 4, 9] })
    expect(listed).toEqual(without.filter((quantity) => quantity === 2 || quantity === 4))
    // What remains of a hold must be in the list, too.
    if (allowsRelease({ ...each, quantities: [2, 4], held: 4, release: 1 })) expect.unreachable()
  }
})

function* everyRule(max: number): Generator<SplitRule> {
  for (const splitType of splitTypes) {
    for (let free = 0; free <= max; free += 1) {
      for (const limit of [null, 1, 2, 3, 4, 7]) {
        for (const unit of [null, 1, 2, 3]) yield { splitType, free, limit, unit }
      }
    }
  }
}

function* pairsBelow(max: number): Generator<[held: number, release: number]> {
  for (let held = 2; held <= max; held += 1) {
    for (let release = 1; release < held; release += 1) yield [held, release]
  }
}
