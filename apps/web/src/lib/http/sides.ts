import { readUser } from './session.ts'

/** What the user's team may do. Sessions of an earlier release know the role alone. */
export function sides() {
  const { role, can_buy: canBuy, can_sell: canSell } = readUser() ?? {}
  const sells = role === 'seller'
  return { canBuy: canBuy ?? !sells, canSell: canSell ?? sells }
}
