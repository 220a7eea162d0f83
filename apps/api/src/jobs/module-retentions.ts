import type { Db } from '#api/db/client.ts'
import {
  countUnconfirmed,
  findOldestUnconfirmed,
  freeUnconfirmedSignUps,
} from '#api/modules/accounts/index.ts'
import {
  countErasable,
  countOldOrders,
  eraseClosedAccounts,
  eraseOldOrders,
  findOldestClosed,
  findOldestNamed,
} from '#api/modules/privacy/index.ts'
import type { ModuleRetention } from '#api/retention/run-retention.ts'

/** The retention rules that a module carries out with its own code, because they change more than one table. */
export function moduleRetentions(db: Db): readonly ModuleRetention[] {
  return [
    {
      name: 'sign_ups',
      table: 'accounts',
      remove: (due) => freeUnconfirmedSignUps(db, due),
      findOldest: () => findOldestUnconfirmed(db),
      countDue: (until) => countUnconfirmed(db, until),
    },
    {
      name: 'closed_accounts',
      table: 'accounts',
      remove: (due) => eraseClosedAccounts({ db }, due),
      findOldest: () => findOldestClosed(db),
      countDue: (until) => countErasable(db, until),
    },
    {
      name: 'order_names',
      table: 'orders',
      remove: (due) => eraseOldOrders({ db }, due),
      findOldest: () => findOldestNamed(db),
      countDue: (until) => countOldOrders(db, until),
    },
  ]
}
