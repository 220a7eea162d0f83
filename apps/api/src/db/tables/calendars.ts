// Generated from the migrated database by `npm run db:generate`. Do not edit.

export interface CalendarsTables {
  calendar_feeds: {
    id: string
    account_id: string
    kind: 'performer' | 'venue' | 'mine'
    performer_id: number | null
    venue_id: number | null
    token_hash: Buffer
    created_at: Date
    revoked_at: Date | null
    fetched_at: Date | null
  }
}
