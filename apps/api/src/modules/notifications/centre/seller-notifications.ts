import type { Tx } from '#api/db/transaction.ts'
import type { SellerAccountChange, Topic } from '#api/outbox/domain-events.ts'
import { sourceOf, type NotificationDraft, type TeamRow } from './notification-draft.ts'

export const sellerNotificationTopics: readonly Topic[] = [
  'seller.change_requested',
  'seller.bank_account_changed',
  'seller.account_changed',
]

type Text = Pick<NotificationDraft, 'severity' | 'title' | 'detail'>

const changeRequested: Text = {
  severity: 'warning',
  title: 'A change of your company’s details was requested',
  detail: 'Payouts go to the same account as before until we approve it',
}
const bankAccountChanged: Text = {
  severity: 'success',
  title: 'Your new bank account is approved',
  detail: 'Payouts go to it from now on',
}
/** The changes that the notifications centre shows; others are reported by email only. */
const changes: Partial<Record<SellerAccountChange, Text>> = {
  details_changed: {
    severity: 'success',
    title: 'The address of your company has changed',
    detail: 'Payouts are not affected',
  },
  change_approved: {
    severity: 'success',
    title: 'Your company’s new details are approved',
    detail: 'They take effect now',
  },
  change_declined: {
    severity: 'warning',
    title: 'Your company’s new details were declined',
    detail: 'Your previous details stay in use',
  },
}

/** Notifies owners of changes of their company's details. Each event is for one owner. */
export async function draftSellerNotifications(
  _tx: Tx,
  rows: readonly TeamRow[],
): Promise<NotificationDraft[]> {
  return rows.flatMap((row): NotificationDraft[] => {
    const { accountId } = row.payload
    const text = textOf(row)
    if (!text || typeof accountId !== 'string') return []
    return [
      {
        to: { teamId: row.teamId, accountId },
        kind: 'inventory',
        ...text,
        link: '/sell/account',
        source: sourceOf(row),
        at: row.at,
      },
    ]
  })
}

function textOf({ topic, payload }: TeamRow): Text | undefined {
  if (topic === 'seller.change_requested') return changeRequested
  if (topic === 'seller.bank_account_changed') return bankAccountChanged
  // Safe cast: an unknown key has no entry.
  return changes[payload['change'] as SellerAccountChange]
}
