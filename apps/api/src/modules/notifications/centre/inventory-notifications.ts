import { z } from 'zod'
import type { Tx } from '#api/db/transaction.ts'
import type { Topic } from '#api/outbox/domain-events.ts'
import { sourceOf, type NotificationDraft, type TeamRow } from './notification-draft.ts'

export const inventoryNoticeTopics: readonly Topic[] = ['inventory.notice']

const notice = z.object({ accountId: z.string(), title: z.string(), detail: z.string(), link: z.string() })

/** Notices about inventory files that a seller should know of or must decide; the events contain their texts. */
export async function draftInventoryNotices(_tx: Tx, rows: readonly TeamRow[]): Promise<NotificationDraft[]> {
  return rows.map((row) => {
    const { accountId, ...text } = notice.parse(row.payload)
    return {
      to: { teamId: row.teamId, accountId },
      kind: 'inventory',
      severity: 'warning',
      ...text,
      source: sourceOf(row),
      at: row.at,
    }
  })
}
