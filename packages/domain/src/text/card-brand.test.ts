import { expect, test } from 'vitest'
import { cardBrandName } from './card-brand.ts'

test.each([
  ['visa', 'Visa'],
  ['amex', 'American Express'],
  ['diners', 'Diners Club'],
  ['jcb', 'JCB'],
  ['unionpay', 'UnionPay'],
  ['UnionPay', 'UnionPay'],
  ['cartes_bancaires', 'Cartes Bancaires'],
  ['another', 'Another'],
])('the brand %s is shown as %s', (brand, name) => {
  expect(cardBrandName(brand)).toBe(name)
})
