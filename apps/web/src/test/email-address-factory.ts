import type { WireEmailAddress } from '@terrace/contracts/email-change'

/** A confirmed address without a change. */
export function wireEmailAddress(overrides: Partial<WireEmailAddress> = {}): WireEmailAddress {
  return { email: 'jane@example.test', verified: true, pending: null, undo_until: null, ...overrides }
}
