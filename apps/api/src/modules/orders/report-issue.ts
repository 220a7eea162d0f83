import type { IssueKind } from '@terrace/domain/tickets/issue-kinds'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import { claimKey, storedId, storeResponse, type IdempotencyKey } from '#api/shared/idempotency.ts'
import type { Ids } from '#api/shared/ids.ts'
import { countReportsToday, findReport, insertReport, type IssueReport } from './issue-reports.repo.ts'
import { lockLines } from './lock-lines.repo.ts'
import { orderErrors } from './orders.errors.ts'

export interface ReportIssue {
  teamId: string
  accountId: string
  lineId: string
  kind: IssueKind
  text: string
  key?: IdempotencyKey | undefined
}

// Each report sends an email to the seller and to the operators.
const maxReportsPerDay = 5

/** Saves an issue report of the buying team and notifies seller and operators. */
export async function reportIssue(
  { db, ids, outbox }: { db: Db; ids: Ids; outbox: { wake(): void } },
  { teamId, accountId, lineId, kind, text, key }: ReportIssue,
): Promise<IssueReport> {
  const scope = { teamId, route: 'orders.report-issue' }
  const report = await inTransaction(db, async (tx) => {
    const stored = key && (await claimKey(tx, scope, key))
    if (stored !== undefined) return findReport(tx, storedId(stored, 'report_id'))
    const [line] = await lockLines(tx, { lineId })
    // Another team's line gets the same error as an unknown one, so ids can't be probed.
    if (line?.teamId !== teamId) throw orderErrors.make('order.line_not_found')
    if ((await countReportsToday(tx, lineId)) >= maxReportsPerDay)
      throw orderErrors.make('order.too_many_reports')
    const reportId = ids.next('rep')
    await insertReport(tx, { reportId, lineId, accountId, kind, text })
    await recordEvents(tx, [
      {
        topic: 'order.issue_reported',
        subject: line.orderId,
        payload: { orderId: line.orderId, lineId, teamId, sellerTeamId: line.sellerTeamId, reportId },
      },
    ])
    if (key) await storeResponse(tx, scope, key, { report_id: reportId })
    return findReport(tx, reportId)
  })
  outbox.wake()
  return report
}
