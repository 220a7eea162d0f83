import type { NotificationKind } from '@terrace/contracts/notifications'
import type { SellerPermission } from '@terrace/domain/sellers/seller-permissions'
import type { NotificationSeverity } from './notification-severity.ts'

/** A notification before its recipients are known. */
export interface NotificationDraft {
  /**
   * `accountId` alone if given, or the team's owners after that account left; otherwise the whole team, or its owners and the
   * members with `permission`. `seesMoney`: only those of them who have `money`, or do not.
   */
  to: { teamId: string; accountId?: string; permission?: SellerPermission; seesMoney?: boolean }
  kind: NotificationKind
  severity: NotificationSeverity
  title: string
  detail: string
  link: string
  /** See `NewNotification`. */
  source: string
  at: Date
}

/** An outbox row of an event that concerns a team. */
export interface TeamRow {
  /** Outbox id. */
  id: number
  topic: string
  teamId: string
  at: Date
  payload: Record<string, unknown>
}

export const sourceOf = ({ id }: Pick<TeamRow, 'id'>): string => `outbox:${id}`

/** Values of a text field of the payloads. */
export function payloadStrings(rows: readonly TeamRow[], field: string): string[] {
  return rows.flatMap(({ payload }) => {
    const value = payload[field]
    return typeof value === 'string' ? [value] : []
  })
}

/** Joins the parts that are not empty. */
export function joinParts(...parts: readonly (string | null | undefined)[]): string {
  return parts.filter(Boolean).join(' · ')
}
