// Generated from the migrated database by `npm run db:generate`. Do not edit.
import type { Generated, GeneratedAlways } from 'kysely'

export interface LedgerTables {
  ledger_transactions: {
    id: GeneratedAlways<number>
    kind: 'sale' | 'refund' | 'refund_failure' | 'dispute_withdrawal' | 'dispute_reinstatement' | 'chargeback'
    attempt_id: string
    order_id: string | null
    refund_id: string | null
    dispute_id: string | null
    occurrence: Generated<number>
    at: Generated<Date>
    accounts: string[]
    amounts_minor: number[]
    currencies: string[]
  }
}
