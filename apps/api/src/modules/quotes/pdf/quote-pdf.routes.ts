import { quotesRoutes } from '@terrace/contracts/quotes'
import { mountRoute, type HttpContext } from '#api/http/mount-route.ts'
import type { WorkBudget } from '#api/plugins/rate-limit/work-budget.ts'
import { createQuotePdf, type QuotePdfDeps } from './create-quote-pdf.ts'

interface PdfDeps extends QuotePdfDeps {
  work: Pick<WorkBudget, 'assertBudgetLeft' | 'charge'>
}

export function mountQuotePdf(http: HttpContext, deps: PdfDeps): void {
  mountRoute(http, quotesRoutes.pdf, async ({ params, account, request }) => {
    const spender = { request, accountId: account.accountId }
    deps.work.assertBudgetLeft(spender)
    const viewer = { teamId: account.teamId, requestOrigin: request.headers.origin }
    const { filename, bytes } = await createQuotePdf(deps, params.quote_id, viewer, (ms) =>
      deps.work.charge(spender, ms),
    )
    return { data: { filename, base64: Buffer.from(bytes).toString('base64') } }
  })
}
