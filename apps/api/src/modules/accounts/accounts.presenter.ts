import type { WireUser } from '@terrace/contracts/accounts'
import type { Account } from './account.ts'

/** The user in login and current-user responses (spec §3). */
export function presentUser(account: Account, counts: { orders: number; quotes: number }): WireUser {
  const { firstName, lastName } = account
  return {
    id: account.id,
    username: account.username,
    firstname: firstName,
    lastname: lastName,
    email: account.email,
    role: account.role,
    can_buy: account.canBuy,
    can_sell: account.canSell,
    seller_permissions: account.sellerPermissions,
    account_info: {
      firstname: firstName,
      surname: lastName,
      country_code: account.countryCode,
      phone: account.phone,
    },
    team_data: { id: account.teamId, name: account.teamName, email: account.teamEmail },
    base_currency: account.baseCurrency,
    '{product}_user': account.isTradeUser,
    // Only the current-user response carries the hash; the chat widget boots from that.
    intercom_hash: '',
    order_count: counts.orders,
    quote_count: counts.quotes,
  }
}
