import { sellerAccountRoutes } from '@terrace/contracts/seller-account'
import { seesMoney } from '#api/access/sees-money.ts'
import { mountRoute, type HttpContext } from '#api/http/mount-route.ts'
import { withoutMoney } from '#api/http/without-money.ts'
import type { AuthenticatedAccount } from '#api/http/authenticated-account.ts'
import type { OutboxTail } from '#api/outbox/tail-outbox.ts'
import { changeDetails, withdrawChange } from './changes/change-details.ts'
import { addDocument, removeDocument, type DocumentDeps } from './documents.ts'
import { saveApplication, submitApplication, type ApplicationDeps } from './save-application.ts'
import { sellerTerms } from './seller-terms.ts'
import { showSellerAccount } from './show-seller-account.ts'

/** A team's application to sell, its documents, and changes of its details afterwards. */
export function mountSellerAccounts(
  http: HttpContext,
  deps: ApplicationDeps & DocumentDeps & { outbox: OutboxTail },
): void {
  /** In a team that does not sell yet, no one has permissions. */
  const shown = async (account: AuthenticatedAccount) => {
    const data = await showSellerAccount(deps, account)
    const isComplete = data.may_manage || !account.canSell || seesMoney(account)
    return { data: isComplete ? data : withoutMoney(data) }
  }

  mountRoute(http, sellerAccountRoutes.read, ({ account }) => shown(account))

  mountRoute(http, sellerAccountRoutes.terms, async () => ({ data: sellerTerms(deps.config.brand) }))

  mountRoute(http, sellerAccountRoutes.save, async ({ account, body }) => {
    await saveApplication(deps, account, body)
    return shown(account)
  })

  mountRoute(http, sellerAccountRoutes.submit, async ({ account, body, request }) => {
    await submitApplication(deps, account, { termsVersion: body.terms_version, request })
    deps.outbox.wake()
    return shown(account)
  })

  mountRoute(http, sellerAccountRoutes.addDocument, async ({ account, body }) => {
    await addDocument(deps, account, { name: body.name, bytes: Buffer.from(body.base64, 'base64') })
    return shown(account)
  })

  mountRoute(http, sellerAccountRoutes.removeDocument, async ({ account, params }) => {
    await removeDocument(deps, account, params.document_id)
    return shown(account)
  })

  mountRoute(http, sellerAccountRoutes.changeDetails, async ({ account, body, request }) => {
    await changeDetails(deps, account, { input: body, request })
    deps.outbox.wake()
    return shown(account)
  })

  mountRoute(http, sellerAccountRoutes.withdrawChange, async ({ account, request }) => {
    await withdrawChange(deps, account, request)
    deps.outbox.wake()
    return shown(account)
  })
}
