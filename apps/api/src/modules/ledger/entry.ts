import { money, type Money } from '@terrace/domain/money/money'

/** One leg of a ledger transaction: debits are positive, credits negative. */
export interface Entry {
  account: string
  amount: Money
}

/** Ledger accounts. Balances are in minor units, one per currency. */
export const ledgerAccounts = {
  /** Our balance at the payment gateway. */
  gateway: 'gateway',
  /** Our money that the gateway withholds until a bank has decided a dispute. */
  withheld: 'withheld',
  /** Our bank account, used for refunds that the gateway can't pay. */
  bank: 'bank',
  fees: 'fees',
  /** Clearing account for currency conversion: bought in one currency, sold in another. */
  exchange: 'exchange',
  /** Charges (debit) and payments (credit) of a buying team. */
  buyer: (teamId: string) => `buyer:${teamId}`,
  /** Amount due to a seller, in the seller's currency. */
  seller: (teamId: string) => `seller:${teamId}`,
}

export function debit(account: string, amount: Money): Entry {
  return { account, amount }
}

export function credit(account: string, amount: Money): Entry {
  return { account, amount: money(-amount.minor, amount.currency) }
}

/** The columns of the entries in their transaction's row. */
export function toEntryColumns(entries: readonly Entry[]) {
  return {
    accounts: entries.map(({ account }) => account),
    amounts_minor: entries.map(({ amount }) => amount.minor),
    currencies: entries.map(({ amount }) => amount.currency),
  }
}
