import type { Deps } from '#api/deps.ts'
import { readOrderEntries } from '#api/modules/calendars/index.ts'
import type { EmailAttachment } from '#api/modules/notifications/index.ts'
import { createOrderPdf, type Order } from '#api/modules/orders/index.ts'
import { AppError } from '#api/shared/app-error.ts'
import { calendarContentType, writeCalendar } from '#api/shared/calendar/write-calendar.ts'

interface Attached {
  order: Order
  kind: Parameters<typeof createOrderPdf>[1]['kind']
  /** Of the trade site; without one, there is no address for the calendar's entries. */
  origin: string | undefined
}

/**
 * The order's PDF and its events as calendar, made when the email is sent.
 * @throws `server.busy`, so that the email is sent later; other failures are logged, because the email matters more.
 */
export async function attachOrder(
  { db, logger, config }: Pick<Deps, 'db' | 'logger' | 'config'>,
  { order, kind, origin }: Attached,
): Promise<EmailAttachment[]> {
  const { brand, invoiceIssuer: issuer } = config
  try {
    const { filename, bytes } = await createOrderPdf(db, { kind, brand, issuer, order })
    const pdf = { filename, contentType: 'application/pdf', bytes }
    if (origin === undefined) return [pdf]
    const entries = await readOrderEntries(db, [order], { origin, host: new URL(origin).hostname })
    const calendar = {
      filename: `order-${order.number}.ics`,
      contentType: calendarContentType,
      bytes: Buffer.from(writeCalendar({ publisher: brand, entries })),
    }
    return [pdf, calendar]
  } catch (error) {
    if (error instanceof AppError) throw error
    logger.error({ err: error, orderId: order.id }, 'the attachments of an email could not be made')
    return []
  }
}
