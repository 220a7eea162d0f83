import { describe, expect, test } from 'vitest'
import {
  buyable,
  canReleasePart,
  canTake,
  isSplitType,
  specOptions,
  splitCap,
  splitTypes,
} from './split-options.ts'
import type { SplitRule, SplitType } from './split-options.ts'

const rule = (
  splitType: SplitType,
  available: number,
  { limit = null, unit = null }: { limit?: number | null; unit?: number | null } = {},
): SplitRule => ({ splitType, available, limit, unit })

test('[CONST-13] there are six split types, spelt as in the spec, and no others', () => {
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
    [{ available: 6, limit: null }, 6],
    [{ available: 6, limit: 4 }, 4],
    [{ available: 6, limit: 6 }, 6],
    [{ available: 3, limit: 4 }, 3],
    [{ available: 0, limit: 4 }, 0],
    [{ available: 6, limit: 0 }, 0],
    [{ available: -2, limit: null }, 0],
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
    '[SPLIT-02] "No Preferences" with %i available and limit %s offers %o',
    (count, limit, offered) => {
      expect(specOptions(rule('No Preferences', count, { limit }))).toEqual(offered)
    },
  )

  test.each(anyNumber)(
    '[SPLIT-03] "Single Tickets" with %i available and limit %s offers %o',
    (count, limit, offered) => {
      expect(specOptions(rule('Single Tickets', count, { limit }))).toEqual(offered)
    },
  )

  test.each(anyNumber)(
    '[SPLIT-04] "Single Seats" with %i available and limit %s offers %o',
    (count, limit, offered) => {
      expect(specOptions(rule('Single Seats', count, { limit }))).toEqual(offered)
    },
  )

  test.each([
    [1, null, [1]],
    [5, null, [5]],
    [5, 3, [3]],
    [3, 5, [3]],
    [0, null, []],
  ])('[SPLIT-05] "All Together" with %i available and limit %s offers %o', (count, limit, offered) => {
    expect(specOptions(rule('All Together', count, { limit }))).toEqual(offered)
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
  ])(
    '[SPLIT-06] "Avoid Leaving One Ticket" with %i available and limit %s offers %o',
    (count, limit, offered) => {
      expect(specOptions(rule('Avoid Leaving One Ticket', count, { limit }))).toEqual(offered)
    },
  )

  test.each([
    [6, null, 2, [2, 4, 6]],
    [7, null, 2, [2, 4, 6]],
    [9, null, 3, [3, 6, 9]],
    [9, 7, 3, [3, 6]],
    [4, null, 1, [1, 2, 3, 4]],
    [4, null, 4, [4]],
    [0, null, 2, []],
  ])(
    '[SPLIT-07] "Sell In Multiples" with %i available, limit %s and unit %i offers %o',
    (count, limit, unit, offered) => {
      expect(specOptions(rule('Sell In Multiples', count, { limit, unit }))).toEqual(offered)
    },
  )

  test.each([
    [3, null, 4],
    [9, 3, 4],
    [4, null, null],
    [4, null, 0],
    [4, null, -2],
  ])(
    '[SPLIT-08] "Sell In Multiples" with %i available, limit %s and unit %s offers nothing',
    (count, limit, unit) => {
      expect(specOptions(rule('Sell In Multiples', count, { limit, unit }))).toEqual([])
      expect(buyable(rule('Sell In Multiples', count, { limit, unit }))).toEqual([])
    },
  )
})

describe('what may be bought', () => {
  test.each([
    // without a limit below the count the spec's list already keeps the intent
    [1, null, [1]],
    [2, null, [2]],
    [3, null, [1, 3]],
    [5, null, [1, 2, 3, 5]],
    // 4 of 5 would leave one; 3 is not offered by the spec
    [5, 4, [1, 2]],
    [6, 4, [1, 2, 4]],
    [10, 4, [1, 2, 4]],
    [2, 2, [2]],
    // the spec offers only 2, which leaves one: the intent alone offers 1
    [3, 2, [1]],
    [4, 2, [2]],
    [3, 1, [1]],
    // nothing can ever satisfy this one
    [2, 1, []],
    [0, 4, []],
  ])(
    '[X-SPLIT-01] "Avoid Leaving One Ticket" with %i available and limit %s is %o',
    (count, limit, offered) => {
      expect(buyable(rule('Avoid Leaving One Ticket', count, { limit }))).toEqual(offered)
    },
  )

  test('[X-SPLIT-01] every other type may be bought as the spec offers it', () => {
    for (const each of everyRule(10)) {
      if (each.splitType !== 'Avoid Leaving One Ticket') expect(buyable(each)).toEqual(specOptions(each))
    }
  })

  test('[X-SPLIT-02] no quantity of "Avoid Leaving One Ticket" that leaves exactly one can be taken', () => {
    for (const each of everyRule(12)) {
      if (each.splitType !== 'Avoid Leaving One Ticket') continue
      expect(canTake(each, each.available - 1)).toBe(false)
    }
    expect(canTake(rule('Avoid Leaving One Ticket', 5, { limit: 4 }), 4)).toBe(false)
  })

  test('[X-SPLIT-01] a listing whose limit is not one always has a quantity to buy until it is empty', () => {
    for (const each of everyRule(12)) {
      if (each.available === 0 || each.limit === 1 || each.splitType === 'Sell In Multiples') continue
      expect(buyable(each), JSON.stringify(each)).not.toEqual([])
    }
  })

  test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 5])(
    '[X-SPLIT-03] %d of four cannot be taken',
    (quantity) => {
      expect(canTake(rule('No Preferences', 4), quantity)).toBe(false)
    },
  )

  test('[X-SPLIT-03] only an allowed quantity can be taken', () => {
    for (const each of everyRule(8)) {
      const allowed = buyable(each)
      for (let quantity = 0; quantity <= 9; quantity += 1) {
        expect(canTake(each, quantity)).toBe(allowed.includes(quantity))
      }
    }
  })
})

describe('releasing part of a hold', () => {
  test.each([
    // type, available, limit, unit, held, release, allowed
    ['No Preferences', 0, null, null, 4, 1, true],
    ['No Preferences', 0, null, null, 4, 3, true],
    ['Single Seats', 2, null, null, 3, 2, true],
    // the limit was lowered after the hold: what stays must fit it
    ['No Preferences', 0, 2, null, 6, 3, false],
    ['No Preferences', 0, 2, null, 6, 4, true],
    // what was sold together stays together
    ['All Together', 0, null, null, 4, 1, false],
    ['All Together', 0, null, null, 4, 2, false],
    ['All Together', 6, 4, null, 4, 2, false],
    // one ticket would come back alone
    ['Avoid Leaving One Ticket', 0, null, null, 4, 1, false],
    ['Avoid Leaving One Ticket', 0, null, null, 4, 2, true],
    ['Avoid Leaving One Ticket', 0, null, null, 4, 3, true],
    ['Avoid Leaving One Ticket', 2, null, null, 4, 1, true],
    ['Avoid Leaving One Ticket', 0, null, null, 2, 1, false],
    // whole units only, both ways
    ['Sell In Multiples', 0, null, 2, 4, 2, true],
    ['Sell In Multiples', 0, null, 2, 4, 1, false],
    ['Sell In Multiples', 0, null, 2, 4, 3, false],
    ['Sell In Multiples', 1, null, 2, 6, 4, true],
    // held by threes before the unit became two: two would stay, but a single one would come back
    ['Sell In Multiples', 4, null, 2, 3, 1, false],
  ] as const)('[X-HOLD-08] "%s", %i free, limit %s, unit %s, %i held: releasing %i is %s', (...row) => {
    const [splitType, available, limit, unit, held, release, allowed] = row
    expect(canReleasePart({ splitType, available, limit, unit, held, release })).toBe(allowed)
  })

  test('[X-HOLD-08] all of a hold can always be released, whatever the rule has become', () => {
    for (const each of everyRule(6)) {
      expect(canReleasePart({ ...each, held: 3, release: 3 })).toBe(true)
    }
  })

  test.each([0, -1, 5, 1.5, Number.NaN])(
    '[X-HOLD-09] %d of four held tickets cannot be released',
    (release) => {
      expect(canReleasePart({ ...rule('No Preferences', 3), held: 4, release })).toBe(false)
    },
  )

  test('[X-HOLD-08] after an allowed partial release the rest could be bought as it is, and nobody is left with one', () => {
    for (const each of everyRule(6)) {
      for (const [held, release] of pairsBelow(6)) {
        if (!canReleasePart({ ...each, held, release })) continue
        expect(buyable({ ...each, available: each.available + held })).toContain(held - release)
        if (each.splitType === 'Avoid Leaving One Ticket') expect(each.available + release).not.toBe(1)
        if (each.splitType === 'Sell In Multiples') expect(release % Number(each.unit)).toBe(0)
      }
    }
  })
})

function* everyRule(most: number): Generator<SplitRule> {
  for (const splitType of splitTypes) {
    for (let available = 0; available <= most; available += 1) {
      for (const limit of [null, 1, 2, 3, 4, 7]) {
        for (const unit of [null, 1, 2, 3]) yield { splitType, available, limit, unit }
      }
    }
  }
}

function* pairsBelow(most: number): Generator<[held: number, release: number]> {
  for (let held = 2; held <= most; held += 1) {
    for (let release = 1; release < held; release += 1) yield [held, release]
  }
}
