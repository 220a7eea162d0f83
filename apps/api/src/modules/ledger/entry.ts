import { money, type Money } from '@terrace/domain/money'

/** One leg of a ledger transaction: a debit is positive, a credit negative. */
export interface Entry {
  account: string
  amount: Money
}

/** The accounts of the ledger. What they hold is in minor units, apart for each currency. */
export const ledgerAccounts = {
  /** Money that the payment gateway holds for us. */
  gateway: 'gateway',
  /** Money of ours that the gateway keeps from us until a buyer's bank has decided a dispute. */
  withheld: 'withheld',
  /** Money of ours outside the gateway, from which is paid back what the gateway cannot. */
  bank: 'bank',
  /** Service fees earned. */
  fees: 'fees',
  /** Where money changes its currency: bought in one, sold in another. */
  exchange: 'exchange',
  /** What a buying team owes (debit) and has paid (credit). */
  buyer: (teamId: string) => `buyer:${teamId}`,
  /** What is due to a seller, in the seller's own currency. */
  seller: (teamId: string) => `seller:${teamId}`,
}

export function debit(account: string, amount: Money): Entry {
  return { account, amount }
}

export function credit(account: string, amount: Money): Entry {
  return { account, amount: money(-amount.minor, amount.currency) }
}
