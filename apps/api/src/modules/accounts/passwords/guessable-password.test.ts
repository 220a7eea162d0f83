import { expect, test } from 'vitest'
import { guessableReason } from './guessable-password.ts'

const names = ['Ann', 'Buyer', 'ann-buyer77', 'a.buyer@northgate.example', 'Northgate Tickets']

test.each([
  ['123456', 'common'],
  ['password', 'common'],
  ['PassWord1', 'common'],
  [' letmein ', 'common'],
  ['ann', 'own_name'],
  ['Ann-Buyer77', 'own_name'],
  ['annbuyer', 'own_name'],
  ['BuyerAnn!', 'own_name'],
  ['buyer2026!!', 'own_name'],
  ['a.buyer', 'own_name'],
  ['Northgate', 'own_name'],
  ['northgate tickets 1', 'own_name'],
  ['Ánn Büyer', 'own_name'],
  ['five!', undefined],
  ['annual report', undefined],
  ['buyer of coffee', undefined],
  ['83920174', undefined],
  ['!!!!!!!!', undefined],
  ['long enough', undefined],
] as const)('%j is guessable: %s', (password, reason) => {
  expect(guessableReason(password, names)).toBe(reason)
})

test('the 20,000 most common passwords are refused, the next one is not', async () => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const list = dictionary['passwords-common']
  expect(list.slice(0, 20_000).filter((password) => guessableReason(password, []) !== 'common')).toEqual([])
  expect(guessableReason(list[20_000] ?? '', [])).toBeUndefined()
})

test('names in other scripts count, and empty names do not', () => {
  expect(guessableReason('東京太郎123', ['東京', '太郎'])).toBe('own_name')
  expect(guessableReason('some thing', ['', ' ', '-'])).toBeUndefined()
})
