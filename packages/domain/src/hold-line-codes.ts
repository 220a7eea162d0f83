/**
 * Error codes for single lines of hold requests. SQL functions return them (db/functions/holds), except
 * `listing.held_by_you`; a test compares every code there with these lists.
 */

/** Why tickets of an event cannot be bought. */
export const eventBlockers = ['event.cancelled', 'event.postponed', 'event.started'] as const
export type EventBlocker = (typeof eventBlockers)[number]

/** Why a listing cannot be held. */
export const holdLineCodes = [
  'listing.not_found',
  'listing.withdrawn',
  'listing.own_team',
  'listing.unavailable',
  // Replaces `listing.unavailable` when the team itself holds the remaining tickets.
  'listing.held_by_you',
  'listing.insufficient_quantity',
  'listing.split_not_allowed',
  'listing.no_rate',
  // Rejected for a few minutes, because the team has held the tickets repeatedly without buying them.
  'listing.held_too_often',
  ...eventBlockers,
] as const
export type HoldLineCode = (typeof holdLineCodes)[number]

/** Why a hold, or part of it, cannot be released. */
export const releaseLineCodes = [
  'hold.not_found',
  // Released, expired or sold.
  'hold.ended',
  'hold.paying',
  // More tickets than the hold has.
  'hold.too_many',
  // The seller's rules allow only other quantities.
  'hold.part_not_allowed',
] as const
export type ReleaseLineCode = (typeof releaseLineCodes)[number]
