import { calendarFilesRoutes } from '@terrace/contracts/calendars'
import { call } from '#web/lib/http/api-client.ts'
import { saveCalendar } from '#web/lib/save-calendar.ts'

/* Separate, so that pages with an order load it on first use. */
export function saveOrderCalendar(orderId: string): Promise<void> {
  const params = { order_id: orderId }
  return saveCalendar(async () => (await call(calendarFilesRoutes.order, { params })).data)
}
