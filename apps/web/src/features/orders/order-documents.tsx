import { ordersRoutes } from '@terrace/contracts/orders'
import { call } from '#web/lib/http/api-client.ts'
import { errorText } from '#web/lib/http/api-error.ts'
import { openPdf } from '#web/lib/open-pdf.ts'
import { useSubmit } from '#web/forms/use-submit.ts'
import { Button, type ButtonSize } from '#web/ui/controls/button.tsx'
import { CalendarPlusIcon, FileTextIcon, ReceiptIcon } from '#web/ui/icons.ts'

/** Opens the invoice and the order summary as PDFs in new tabs, and saves the events for a calendar app. */
export function OrderDocuments({ orderId, size = 'sm' }: { orderId: string; size?: ButtonSize }) {
  const params = { order_id: orderId }
  const invoice = useSubmit(() => openPdf(async () => (await call(ordersRoutes.invoice, { params })).data))
  const summary = useSubmit(() => openPdf(async () => (await call(ordersRoutes.summary, { params })).data))
  const calendar = useSubmit(async () =>
    (await import('./save-order-calendar.ts')).saveOrderCalendar(orderId),
  )
  const error = invoice.error ?? summary.error ?? calendar.error
  return (
    <div className="flex flex-wrap gap-3">
      <Button
        data-command="invoice"
        data-title="Open invoice"
        size={size}
        icon={<ReceiptIcon aria-hidden className="size-4" />}
        isPending={invoice.isPending}
        onPress={() => void invoice.run(undefined)}
      >
        Invoice
      </Button>
      <Button
        data-command="summary"
        data-title="Open order summary"
        size={size}
        icon={<FileTextIcon aria-hidden className="size-4" />}
        isPending={summary.isPending}
        onPress={() => void summary.run(undefined)}
      >
        Order summary
      </Button>
      <Button
        data-command="calendar"
        size={size}
        icon={<CalendarPlusIcon aria-hidden className="size-4" />}
        isPending={calendar.isPending}
        onPress={() => void calendar.run(undefined)}
      >
        Add to calendar
      </Button>
      {error !== null && (
        <p role="alert" className="w-full text-sm font-medium text-danger">
          {errorText(error)}
        </p>
      )}
    </div>
  )
}
