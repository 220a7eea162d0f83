import { sql, type RawBuilder } from 'kysely'

/*
 * SQL predicates shared by several modules, each a call of one SQL function. PostgreSQL inlines them, so indexes on
 * their columns apply. Without `asOf` they use the database's clock.
 */

const clock = sql<Date>`clock_timestamp()`

/** Whether the hold of this table alias reserves stock: db/functions/holds/hold_is_open.sql. */
export const holdIsOpen = (hold: string, asOf: Date | RawBuilder<Date> = clock): RawBuilder<boolean> =>
  sql`hold_is_open(${sql.ref(`${hold}.is_open`)}, ${sql.ref(`${hold}.reserved_until`)}, ${asOf})`

/** Whether the hold is open or being paid for: db/functions/holds/hold_is_current.sql. */
export const holdIsCurrent = (hold: string): RawBuilder<boolean> =>
  sql`hold_is_current(${sql.ref(`${hold}.is_open`)}, ${sql.ref(`${hold}.state`)}, ${sql.ref(`${hold}.reserved_until`)}, ${clock})`

/** Whether the hold was released or expired, without a sale: db/functions/holds/hold_ended_unsold.sql. */
export const holdEndedUnsold = (hold: string): RawBuilder<boolean> =>
  sql`hold_ended_unsold(${sql.ref(`${hold}.state`)}, ${sql.ref(`${hold}.reserved_until`)}, ${clock})`

/** Whether the process of this table alias still sends heartbeats: db/functions/shared/process_is_running.sql. */
export const processIsRunning = (process: string): RawBuilder<boolean> =>
  sql`process_is_running(${sql.ref(`${process}.seen_at`)}, ${clock})`

/** Whether the quote waits for the client's response: db/functions/quotes/quote_is_active.sql. */
export const quoteIsActive = (quote: string, asOf: Date): RawBuilder<boolean> =>
  sql`quote_is_active(${sql.ref(`${quote}.state`)}, ${sql.ref(`${quote}.expires_at`)}, ${asOf})`

/** Whether the event has neither started nor been cancelled: db/functions/catalogue/event_is_upcoming.sql. */
export const eventIsUpcoming = (event: string, asOf: Date): RawBuilder<boolean> =>
  sql`event_is_upcoming(${sql.ref(`${event}.status`)}, ${sql.ref(`${event}.starts_at`)}, ${asOf})`

/**
 * Whether tickets of the event can be bought: db/functions/catalogue/event_blocker.sql. No index supports it: also
 * filter by start.
 */
export const eventIsOnSale = (event: string, asOf: Date): RawBuilder<boolean> =>
  sql`event_blocker(${sql.ref(`${event}.status`)}, ${sql.ref(`${event}.starts_at`)}, ${asOf}) is null`
