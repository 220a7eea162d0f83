import type { Db } from '../../db/client.ts'
import { inTransaction } from '../../db/transaction.ts'
import { recordEvents } from '../../outbox/outbox.repo.ts'
import { claimKey, idIn, storeAnswer, type IdempotencyKey } from '../../shared/idempotency.ts'
import type { Ids } from '../../shared/ids.ts'
import { countReportsOfDay, findReport, insertReport, type IssueReport } from './issue-reports.repo.ts'
import { lockLines } from './lock-lines.repo.ts'
import { orderErrors } from './orders.errors.ts'

export interface ReportIssue {
  teamId: string
  accountId: string
  lineId: string
  kind: string
  text: string
  key?: IdempotencyKey | undefined
}

// Each is a letter to the seller and to the operator.
const mostADay = 5

/** Keeps what somebody of the buying team says is wrong with a line, and tells the seller and the operator. */
export async function reportIssue(
  { db, ids, outbox }: { db: Db; ids: Ids; outbox: { wake(): void } },
  { teamId, accountId, lineId, kind, text, key }: ReportIssue,
): Promise<IssueReport> {
  const scope = { teamId, route: 'orders.report-issue' }
  const report = await inTransaction(db, async (tx) => {
    const known = key && (await claimKey(tx, scope, key))
    if (known !== undefined) return findReport(tx, idIn(known, 'report_id'))
    const [line] = await lockLines(tx, { lineId })
    // Another team's line is as unknown as one that never was.
    if (line?.teamId !== teamId) throw orderErrors.make('order.line_not_found')
    if ((await countReportsOfDay(tx, lineId)) >= mostADay) throw orderErrors.make('order.too_many_reports')
    const reportId = ids.next('rep')
    await insertReport(tx, { reportId, lineId, accountId, kind, text })
    await recordEvents(tx, [
      {
        topic: 'order.issue_reported',
        subject: line.orderId,
        payload: { orderId: line.orderId, lineId, teamId, sellerTeamId: line.sellerTeamId, reportId },
      },
    ])
    if (key) await storeAnswer(tx, scope, key, { report_id: reportId })
    return findReport(tx, reportId)
  })
  outbox.wake()
  return report
}
