import { expect, test } from 'vitest'
import { foldProduct, foldProductKeys, unfoldProductKeys } from './product.ts'

test('[X-CONST-01] the product name is put into paths and into keys at any depth, and taken out again', () => {
  expect(foldProduct('/{product}/get-{product}-menu', 'trade')).toBe('/trade/get-trade-menu')
  const inside = { data: [{ '{product}_user': true, id: 1 }] }
  const wire = foldProductKeys(inside, 'trade')
  expect(wire).toEqual({ data: [{ trade_user: true, id: 1 }] })
  expect(unfoldProductKeys(wire, 'trade', ['{product}_user'])).toEqual(inside)
})

test('only the keys that a contract names are taken for the product', () => {
  expect(unfoldProductKeys({ trade_name: 'x' }, 'trade', ['{product}_user'])).toEqual({ trade_name: 'x' })
})
