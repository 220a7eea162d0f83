// Generated from the migrated database by `npm run db:generate`. Do not edit.

export interface WorkspaceTables {
  attention_dismissals: {
    account_id: string
    subject: string
    version: string
    dismissed_at: Date
  }
}
