import type { WireUser } from '@terrace/contracts/accounts'
import type { WireCurrentUser } from '@terrace/contracts/workspace'

/** The user of a login response; tests set only relevant fields. */
export function wireUser(overrides: Partial<WireUser> = {}): WireUser {
  return {
    id: 'acc_1',
    username: 'buyer',
    firstname: 'Jane',
    lastname: 'Miller',
    email: 'jane@harbour.example',
    role: 'buyer',
    can_buy: true,
    can_sell: false,
    seller_permissions: [],
    account_info: { firstname: 'Jane', surname: 'Miller', country_code: '+44', phone: '20 7946 0123' },
    team_data: { id: 'tm_1', name: 'Harbour Box Office', email: 'desk@harbour.example' },
    base_currency: 'GBP',
    '{product}_user': true,
    intercom_hash: '',
    order_count: 0,
    quote_count: 0,
    ...overrides,
  }
}

/** The same user in the current-user response. */
export function wireCurrentUser(overrides: Partial<WireCurrentUser> = {}): WireCurrentUser {
  return {
    ...wireUser(),
    created_at: '2030-01-02T03:04:05.000Z',
    email_verified: true,
    has_weak_login: false,
    ...overrides,
  }
}
