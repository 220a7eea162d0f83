import type { Deps } from '#api/deps.ts'
import { readOrderEntries } from '#api/modules/calendars/index.ts'
import type { EmailAttachment } from '#api/modules/notifications/index.ts'
import { createOrderPdf, type Order } from '#api/modules/orders/index.ts'
import { AppError } from '#api/shared/app-error.ts'
import { calendarContentType, writeCalendar } from '#api/shared/calendar/write-calendar.ts'

interface Attached {
  order: Order
  kind: Parameters<typeof createOrderPdf>[1]['kind']
  /** Origin of the trade site, for the links in the calendar; without one, no calendar is attached. */
  origin: string | undefined
}

/**
 * The order's PDF and a calendar file of its events, created when the email is sent. If creating them fails, the failure is
 * logged and the email goes out without attachments.
 * @throws an `AppError` such as `server.busy` without catching it, so that the job is retried later
 */
export async function createOrderAttachments(
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
