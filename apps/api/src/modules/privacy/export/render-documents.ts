import { setTimeout as wait } from 'node:timers/promises'
import type { InvoiceIssuer } from '#api/config/invoicing.ts'
import { createOrderPdf, findOrdersById } from '#api/modules/orders/index.ts'
import { createQuotePdf, type QuotePdfDeps } from '#api/modules/quotes/index.ts'
import { AppError } from '#api/shared/app-error.ts'

export interface DocumentDeps extends QuotePdfDeps {
  config: QuotePdfDeps['config'] & { brand: string; invoiceIssuer: InvoiceIssuer }
  logger: { warn(details: object, message: string): void }
}

interface RenderedDocument {
  name: string
  bytes: Uint8Array
}

/** PDFs of invoices and quotes, one after the other. One that cannot be rendered is added to `missing`. */
export async function* renderDocuments(
  deps: DocumentDeps,
  teamId: string,
  { orderIds, quoteIds }: { orderIds: readonly string[]; quoteIds: readonly string[] },
  missing: string[],
): AsyncGenerator<RenderedDocument> {
  const renderers = [
    ...orderIds.map((id) => ({ folder: 'invoices', id, render: () => renderInvoice(deps, id) })),
    ...quoteIds.map((id) => ({
      folder: 'quotes',
      id,
      render: () => createQuotePdf(deps, id, { teamId, requestOrigin: undefined }),
    })),
  ]
  for (const { folder, id, render } of renderers) {
    try {
      const { filename, bytes } = await whenFree(render)
      yield { name: `${folder}/${id}-${filename}`, bytes }
    } catch (error) {
      if (isBusy(error)) throw error
      deps.logger.warn({ err: error, id }, 'a document is missing in an export')
      missing.push(`${folder}/${id}`)
    }
  }
}

async function renderInvoice({ db, config }: DocumentDeps, id: string) {
  const [order] = await findOrdersById(db, [id])
  if (!order) throw new Error(`order ${id} does not exist`)
  return await createOrderPdf(db, {
    kind: 'invoice',
    brand: config.brand,
    issuer: config.invoiceIssuer,
    order,
  })
}

const isBusy = (error: unknown) => error instanceof AppError && error.code === 'server.busy'
const maxTries = 10

/** People who wait for a PDF go first. */
async function whenFree<Result>(render: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await render()
    } catch (error) {
      if (!isBusy(error) || tries === maxTries) throw error
      await wait(2000)
    }
  }
}
