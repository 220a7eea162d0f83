import { loopPauseHours } from '@terrace/contracts/price-rules'
import type { Tx } from '#api/db/transaction.ts'
import type { Topic } from '#api/outbox/domain-events.ts'
import { payloadStrings, sourceOf, type NotificationDraft, type TeamRow } from './notification-draft.ts'
import { readRuleNames } from './notification-details.repo.ts'

export const ruleNotificationTopics: readonly Topic[] = ['price_rule.stopped']

/** Notifies the members who see the inventory of price rules that a loop has stopped, or paused for some listings. */
export async function draftRuleNotifications(tx: Tx, rows: readonly TeamRow[]): Promise<NotificationDraft[]> {
  const names = await readRuleNames(tx, payloadStrings(rows, 'ruleId'))
  return rows.flatMap((row): NotificationDraft[] => {
    const name = names.get(String(row.payload['ruleId']))
    if (name === undefined) return []
    return [
      {
        to: { teamId: row.teamId, permission: 'view' },
        kind: 'price_rule_stopped',
        severity: 'warning',
        ...(row.payload['isPause'] === true
          ? {
              title: `Price rule “${name}” paused for some listings`,
              detail: `It kept reacting to other automatic price changes. It prices them again after ${loopPauseHours} hours`,
            }
          : {
              title: `Price rule “${name}” stopped`,
              detail: 'It kept reacting to automatic price changes of several sellers',
            }),
        link: '/sell/rules',
        source: sourceOf(row),
        at: row.at,
      },
    ]
  })
}
