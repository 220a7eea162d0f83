import { expect, test } from 'vitest'
import { expandProduct, expandProductKeys, collapseProductKeys } from './product.ts'

test('[X-CONST-01] the product name is folded into paths and nested keys, and reversed', () => {
  expect(expandProduct('/{product}/get-{product}-menu', 'trade')).toBe('/trade/get-trade-menu')
  const inside = { data: [{ '{product}_user': true, id: 1 }] }
  const wire = expandProductKeys(inside, 'trade')
  expect(wire).toEqual({ data: [{ trade_user: true, id: 1 }] })
  expect(collapseProductKeys(wire, 'trade', ['{product}_user'])).toEqual(inside)
})

test('only keys named by a contract are unfolded', () => {
  expect(collapseProductKeys({ trade_name: 'x' }, 'trade', ['{product}_user'])).toEqual({ trade_name: 'x' })
})
